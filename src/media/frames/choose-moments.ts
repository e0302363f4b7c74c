import { framesPerVideo } from '#shared/limits.ts';

/**
 * The times at which a video is looked at, in whole milliseconds and in order: the middles of `count` equal parts.
 *
 * Middles, because the first and the last picture of many videos are black or a title, and because so no part of the
 * video is farther than half a part from a picture. Whole milliseconds, because that is what Matroska stores: the
 * moments of a sparse copy are then exactly those of its original.
 */
export function chooseMoments(durationMs: number, count = framesPerVideo): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * durationMs) / count));
}
