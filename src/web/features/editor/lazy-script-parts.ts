import { lazyParts } from '../../lib/load-chunk.ts';

export const lazyScriptParts = lazyParts(
  'script',
  async () => (await import('./script-parts.ts')).scriptParts,
);
