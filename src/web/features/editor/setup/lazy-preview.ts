import { LazyParts } from '../../../lib/load-chunk.ts';

export const lazyPreview = new LazyParts(
  'preview',
  async () => (await import('./preview-parts.ts')).previewParts,
);
