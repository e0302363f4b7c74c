import { framesPerVideo } from '#shared/defaults.ts';
import type { Frame } from '#shared/frame.ts';
import { maxPicturePixels } from '#shared/limits.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture for vision: its own, or the largest of its shape with this many pixels. */
export function fitPicture({ width, height }: PictureSize, maxPixels = maxPicturePixels): PictureSize {
  if (width * height <= maxPixels) return { width, height };
  const scale = Math.sqrt(maxPixels / (width * height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** A square grey thumbnail: enough to detect changes. */
export const sketchSidePixels = 16;
/** Row by row, a byte a pixel. */
export type Sketch = Uint8Array;
/** Makes a sketch of one of our JPEGs, of any shape. */
export type SketchJpeg = (jpeg: Uint8Array<ArrayBuffer>) => Promise<Sketch>;

/** Pictures whose pixels differ by less on average, of 255, count as equal: noise and coding differ by 1 to 2. Our measurement. */
const maxSameDifference = 4;

/**
 * Drops pictures equal to the previous one, which would cost and add nothing. Keeps one in each tenth of the video. Streams, so
 * that only kept pictures are in memory.
 * @param frames in order
 * @throws errors of `frames`
 */
export async function* dropSimilar(
  frames: AsyncIterable<Frame>,
  durationSeconds: number,
  sketchJpeg: SketchJpeg,
): AsyncGenerator<Frame> {
  const tenthOf = ({ seconds }: Frame) => Math.floor((seconds / durationSeconds) * framesPerVideo);
  let kept: { readonly frame: Frame; readonly sketch: Sketch } | undefined;
  for await (const frame of frames) {
    const sketch = await sketchJpeg(frame.jpeg);
    const isNew = !kept || computeDifference(kept.sketch, sketch) >= maxSameDifference;
    if (kept && !isNew && tenthOf(kept.frame) === tenthOf(frame)) continue;
    kept = { frame, sketch };
    yield frame;
  }
}

/** The mean difference of two sketches, 0 to 255. */
export function computeDifference(one: Sketch, other: Sketch): number {
  const sum = one.reduce((total, value, at) => total + Math.abs(value - (other[at] ?? 0)), 0);
  return sum / Math.max(1, one.length);
}
