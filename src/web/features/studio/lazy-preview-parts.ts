import { LazyParts } from '../../lib/load-chunk.ts';

/** What shows a video, takes and a sound. */
export const lazyPreviewParts = new LazyParts(
  'film',
  async () => (await import('./preview-parts.ts')).previewParts,
);
