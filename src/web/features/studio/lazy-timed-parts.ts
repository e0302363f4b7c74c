import { LazyParts } from '../../lib/load-chunk.ts';

/** The line editor: fetched with the first timed script. */
export const lazyTimedParts = new LazyParts(
  'line editor',
  async () => (await import('./timed-parts.ts')).timedParts,
);
