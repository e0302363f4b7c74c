import { LazyParts } from '../../../lib/load-chunk.ts';

export const lazyScriptParts = new LazyParts(
  'script',
  async () => (await import('./script-parts.ts')).scriptParts,
);
