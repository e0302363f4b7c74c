import { LazyParts } from '../../../lib/load-chunk.ts';

/** What makes a video of a narration: fetched when it is first wanted. */
export const lazyVideoPanel = new LazyParts('video panel', async () => {
  const { VideoPanel } = await import('./video-panel.tsx');
  return { VideoPanel };
});
