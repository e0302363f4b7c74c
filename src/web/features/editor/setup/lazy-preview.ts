import { LazyParts } from '../../../lib/load-chunk.ts';

/** What an editor needs only once there is a video or a recording. */
export const lazyPreview = new LazyParts(
  'preview',
  async () => (await import('./preview-parts.ts')).previewParts,
);
