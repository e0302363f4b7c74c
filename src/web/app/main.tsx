// First, to note the errors of all that follows.
import '../lib/failures.ts';
// The browser fetches only the subsets of fonts that the page needs.
import '@fontsource/goudy-bookletter-1911/latin-400.css';
import '@fontsource-variable/literata/wght.css';
import './global.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { isPrerendered } from '../features/accounts/public.ts';
import { connectRecorder } from '../lib/failures.ts';
import { publicConfigQuery } from '../lib/public-config.ts';
import { canHydrate, collectEarlyInput, createEarlyScroll } from './early-input.ts';
import { Page, queryClient } from './page.tsx';
import { forgetScrollOfNewVisit, loadPage, routes } from './router.tsx';

/** Longest wait for a page that is never rendered, because its tab is hidden, or never idle. */
const longestWaitMs = 5000;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place to show itself in.');
// Not awaited: the chunks that it loads import this file's chunk, which would deadlock.
void start(root);

async function start(place: HTMLElement): Promise<void> {
  forgetScrollOfNewVisit();
  // The router retries a chunk that failed, and reports it.
  if (isPrerendered) await loadPage(window.location.pathname).catch(() => {});
  const early = collectEarlyInput(place);
  const { note, restore } = createEarlyScroll();
  const page = (
    <Page router={createBrowserRouter(routes)} onDrawing={note} onDrawn={restore} onShown={onShown} />
  );
  // A transition hydrates in small steps, between which the browser can respond.
  if (isPrerendered && canHydrate()) startTransition(() => void hydrateRoot(place, page));
  // The existing HTML stays until the new page is rendered.
  else createRoot(place).render(page);

  function onShown() {
    early.replay();
    // Every page needs the settings: fetched once, without retry. Not before: an answer during hydration would change the page.
    void startErrorRecording(queryClient.fetchQuery(publicConfigQuery));
  }
}

/** Loads the error recorder once the page is rendered and idle, if the server has a DSN. Never rejects: the page works without it. */
async function startErrorRecording(config: Promise<Pick<ConfigAnswer, 'sentryDsn'>>): Promise<void> {
  try {
    const [{ sentryDsn }] = await Promise.all([config, waitUntilIdle()]);
    if (sentryDsn === undefined) return connectRecorder(() => {});
    const { recordErrors } = await import('./record-errors.ts');
    connectRecorder(recordErrors(sentryDsn));
  } catch {
    connectRecorder(() => {});
  }
}

async function waitUntilIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise(resolve => window.addEventListener('load', resolve, { once: true }));
  await waitUntilDrawn();
  await new Promise(resolve => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: longestWaitMs });
    else setTimeout(resolve, 500);
  });
}

function waitUntilDrawn(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, longestWaitMs);
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}
