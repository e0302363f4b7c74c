import { lazyParts } from '../../../lib/load-chunk.ts';

export const lazyPreview = lazyParts(
  'preview',
  async () => (await import('./preview-parts.ts')).previewParts,
);
