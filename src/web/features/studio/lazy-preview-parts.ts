import { LazyParts } from '../../lib/load-chunk.ts';

/** What a studio needs only once there is a video, a version or a recording. */
export const lazyPreviewParts = new LazyParts(
  'preview',
  async () => (await import('./preview-parts.ts')).previewParts,
);
