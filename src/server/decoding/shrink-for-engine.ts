import type { FitPictures } from '#engines/fit-pictures.ts';
import type { ShrinkPictures } from '#engines/offline/vision.ts';
import type { FrameReader } from './frame-reader.ts';

/** For whom something is decoded that was not asked for by a person. */
const nobody = 'nobody';

/** Has the pictures that an engine looks at decoded in the children, in the turn of whoever asked. */
export function shrinkForEngine(frameReader: Pick<FrameReader, 'shrinkPictures' | 'fitPictures'>): {
  shrinkPictures: ShrinkPictures;
  fitPictures: FitPictures;
} {
  return {
    shrinkPictures: (jpegs, sidePixels, { asker = nobody, signal }) =>
      frameReader.shrinkPictures(jpegs, sidePixels, { asker, signal }),
    fitPictures: (jpegs, maxSidePixels, { asker = nobody, signal }) =>
      frameReader.fitPictures(jpegs, maxSidePixels, { asker, signal }),
  };
}
