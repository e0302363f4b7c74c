import '../lib/keep-early-errors.ts';
// The browser fetches only the subsets of fonts that the page needs.
import '@fontsource/goudy-bookletter-1911/latin-400.css';
import '@fontsource-variable/literata/wght.css';
import './global.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { startErrorRecording } from '../features/error-recording/public.ts';
import { publicConfigQuery } from '../features/public-config/public.ts';
import { isPrerendered } from '../lib/prerendered.ts';
import { canHydrate, collectEarlyInput } from './early-input.ts';
import { Page } from './page.tsx';
import { queryClient } from './query-client.ts';
import { loadPage, routes } from './router.tsx';
import { createEarlyScroll, forgetScrollOfNewVisit } from './scroll.ts';

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
