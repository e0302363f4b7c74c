import type { Frame } from '#shared/frame.ts';
import { framesPerVideo, maxPicturePixels } from '#shared/limits.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size at which a picture of a video is looked at: its own, or the largest of its shape with so many pixels. */
export function fitPicture({ width, height }: PictureSize, maxPixels = maxPicturePixels): PictureSize {
  if (width * height <= maxPixels) return { width, height };
  const scale = Math.sqrt(maxPixels / (width * height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** A picture in so many rows of so many grey pixels: enough to see whether something happened. */
export const sketchSidePixels = 16;
/** Row by row, a byte a pixel. */
export type Sketch = Uint8Array;
/** Makes a sketch of a picture of ours, whatever its shape. */
export type SketchJpeg = (jpeg: Uint8Array<ArrayBuffer>) => Promise<Sketch>;

/** Pictures whose pixels differ by less than this on average, of 255, show the same: noise and coding differ by 1 to 2. Ours. */
const alike = 4;

/**
 * Leaves out the pictures that show what the one before them showed: looking at them would cost and show nothing new. One stays in
 * each tenth of the video. Pictures are passed on as they come, so that only what stays is kept in memory.
 * @param frames in order
 * @throws what `frames` throws
 */
export async function* leaveOutAlike(
  frames: AsyncIterable<Frame>,
  durationSeconds: number,
  sketchJpeg: SketchJpeg,
): AsyncGenerator<Frame> {
  const tenthOf = ({ seconds }: Frame) => Math.floor((seconds / durationSeconds) * framesPerVideo);
  let kept: { readonly frame: Frame; readonly sketch: Sketch } | undefined;
  for await (const frame of frames) {
    const sketch = await sketchJpeg(frame.jpeg);
    const isNew = !kept || computeDifference(kept.sketch, sketch) >= alike;
    if (kept && !isNew && tenthOf(kept.frame) === tenthOf(frame)) continue;
    kept = { frame, sketch };
    yield frame;
  }
}

/** The mean difference of two sketches, 0 to 255. */
function computeDifference(one: Sketch, other: Sketch): number {
  const sum = one.reduce((total, value, at) => total + Math.abs(value - (other[at] ?? 0)), 0);
  return sum / Math.max(1, one.length);
}
