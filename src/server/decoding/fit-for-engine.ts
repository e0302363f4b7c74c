import type { FitPictures } from '#engines/fit-pictures.ts';
import type { FrameReader } from './frame-reader.ts';

/** For whom something is decoded that was not asked for by a person. */
const nobody = 'nobody';

/** Has the pictures that an engine looks at made smaller in the children, in the turn of whoever asked. */
export function fitForEngine(frameReader: Pick<FrameReader, 'fitPictures'>): FitPictures {
  return (jpegs, maxSidePixels, { asker = nobody, signal }) =>
    frameReader.fitPictures(jpegs, maxSidePixels, { asker, signal });
}
