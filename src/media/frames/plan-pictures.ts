import { framesPerVideo } from '#shared/limits.ts';

/**
 * The times at which a video is looked at, in whole milliseconds and in order: the middles of `count` equal parts.
 *
 * Middles, because the first and the last picture of many videos are black or a title, and because so no part of the
 * video is farther than half a part from a picture. Whole milliseconds, because that is what Matroska stores: the
 * cue points of a sparse copy are then exactly those of its original.
 */
export function chooseCuePoints(durationMs: number, count = framesPerVideo): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * durationMs) / count));
}

/** What is known of a video around one cue point, in milliseconds from its start. */
export interface CuePointFacts {
  readonly cuePointMs: number;
  /** The start of the key frame nearest to the cue point, when one is within reach. */
  readonly nearestKeyMs: number | undefined;
}

/** One picture to take. */
export interface PlannedPicture {
  /** A `key` frame is decoded alone; an `exact` one needs the pictures from the key frame before it. */
  readonly kind: 'key' | 'exact';
  /** When the picture is on show, in milliseconds from the video's start. */
  readonly pictureMs: number;
}

/**
 * How far from its cue point a picture may be, as a share of the step from cue point to cue point. Two neighbouring pictures are then
 * at least half a step and at most one and a half steps apart.
 */
export const keyFrameReach = 1 / 4;

/**
 * Decides which picture stands for each cue point: the key frame nearest to it when it lies less than {@link keyFrameReach} of
 * a step away, else the exact picture. Pure; one picture a cue point, in time order.
 *
 * So the very first picture, black in many videos, never stands for the first cue point, and no picture for two.
 */
export function planPictures(facts: readonly CuePointFacts[], stepMs: number): PlannedPicture[] {
  return facts.map(({ cuePointMs, nearestKeyMs }) =>
    nearestKeyMs !== undefined && Math.abs(nearestKeyMs - cuePointMs) < stepMs * keyFrameReach
      ? { kind: 'key', pictureMs: nearestKeyMs }
      : { kind: 'exact', pictureMs: cuePointMs },
  );
}

/**
 * The pictures that are on show at given times of a video; those that are not within it are left out. The maker of a sparse
 * copy names those that are in it.
 */
export function planGivenPictures(seconds: readonly number[], durationMs: number): PlannedPicture[] {
  const times = new Set(seconds.map(second => Math.round(second * 1000)));
  return [...times]
    .filter(pictureMs => pictureMs >= 0 && pictureMs < durationMs)
    .toSorted((one, other) => one - other)
    .map(pictureMs => ({ kind: 'exact', pictureMs }));
}
