import '../lib/keep-early-errors.ts';
// The fonts lie in these packages; a subset is fetched only when the page shows a letter of it.
import '@fontsource/goudy-bookletter-1911/latin-400.css';
import '@fontsource-variable/literata/wght.css';
import './global.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { startErrorRecording } from '../features/error-recording/public.ts';
import { publicConfigQuery } from '../features/public-config/public.ts';
import { isPrerendered } from '../lib/prerendered.ts';
import { canBeTakenOver, collectEarlyInput } from './early-input.ts';
import { Page } from './page.tsx';
import { queryClient } from './query-client.ts';
import { loadPage, routes } from './router.tsx';
import { createEarlyScroll, forgetScrollOfNewVisit } from './scroll.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place to show itself in.');
// Not awaited: the parts that it loads import from this file's chunk, and would wait for it for ever.
void start(root);

/** Takes over the HTML that stands here already, or draws the page into the empty one. */
async function start(place: HTMLElement): Promise<void> {
  forgetScrollOfNewVisit();
  // A part that does not arrive is asked for again by the router, which says so.
  if (isPrerendered) await loadPage(window.location.pathname).catch(() => {});
  const early = collectEarlyInput(place);
  const { note, giveBack } = createEarlyScroll();
  const page = (
    <Page router={createBrowserRouter(routes)} onDrawing={note} onDrawn={giveBack} onShown={onShown} />
  );
  // In small pieces, between which the browser answers.
  if (isPrerendered && canBeTakenOver()) startTransition(() => void hydrateRoot(place, page));
  // What stands here stays until the new page is drawn, and is replaced at once.
  else createRoot(place).render(page);

  function onShown() {
    early.giveBack();
    // Every screen needs the settings: asked for once, and not again where that failed. Not before: an answer that comes
    // while the page is taken over would make it another one than stands here.
    void startErrorRecording(queryClient.fetchQuery(publicConfigQuery));
  }
}
