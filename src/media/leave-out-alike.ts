import { framesPerVideo } from '#shared/limits.ts';

/** A picture in 16 × 16 grey pixels, row by row: enough to tell whether something happened. */
export type Sketch = Uint8Array;

export const sketchSidePixels = 16;

/** Pictures whose pixels differ by less than this on average, of 255, show the same: noise and coding differ by 1 to 2. Ours. */
const alike = 4;

/** A picture and when it is on show. */
export interface SketchedPicture {
  readonly seconds: number;
  readonly sketch: Sketch;
}

/**
 * Leaves out the pictures that show what the one before them showed: nobody need look at them, nor be paid for it. One stays in
 * each tenth of the video.
 * @param pictures in order
 */
export function leaveOutAlike<Picture extends SketchedPicture>(
  pictures: readonly Picture[],
  durationSeconds: number,
): Picture[] {
  const kept: Picture[] = [];
  const tenthOf = ({ seconds }: SketchedPicture) => Math.floor((seconds / durationSeconds) * framesPerVideo);
  for (const picture of pictures) {
    const before = kept.at(-1);
    const isNew = !before || computeDifference(before.sketch, picture.sketch) >= alike;
    if (isNew || tenthOf(before) !== tenthOf(picture)) kept.push(picture);
  }
  return kept;
}

/** The mean difference of two sketches, 0 to 255. */
function computeDifference(one: Sketch, other: Sketch): number {
  const sum = one.reduce((total, value, at) => total + Math.abs(value - (other[at] ?? 0)), 0);
  return sum / Math.max(1, one.length);
}
