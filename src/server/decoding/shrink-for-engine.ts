import type { ShrinkPictures } from '#engines/offline/vision.ts';
import type { FrameReader } from './frame-reader.ts';

/** Has the pictures that an engine looks at decoded in the children, in the turn of whoever asked. */
export function shrinkForEngine(frameReader: FrameReader): ShrinkPictures {
  return (jpegs, sidePixels, { asker = 'nobody', signal }) =>
    frameReader.shrinkPictures(jpegs, sidePixels, { asker, signal });
}
