import { LazyParts } from '../../lib/load-chunk.ts';

/** What works on a timed script: fetched with the first one. */
export const lazyTimedParts = new LazyParts(
  'workbench',
  async () => (await import('./timed-parts.ts')).timedParts,
);
