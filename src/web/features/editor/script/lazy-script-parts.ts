import { LazyParts } from '../../../lib/load-chunk.ts';

/** What a script needs only once there is one, or a video. */
export const lazyScriptParts = new LazyParts(
  'script',
  async () => (await import('./script-parts.ts')).scriptParts,
);
