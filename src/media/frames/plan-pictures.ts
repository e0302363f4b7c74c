import { framesPerVideo } from '#shared/defaults.ts';

/**
 * Cue points of a video in whole milliseconds, in order: the middles of `count` equal parts.
 * Middles, because the first and last picture of many videos are black or a title, and so that nothing is farther than half a part
 * from a picture. Whole milliseconds, because Matroska stores those: a sparse copy then has the same cue points as its original.
 */
export function chooseCuePoints(durationMs: number, count = framesPerVideo): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * durationMs) / count));
}

/** Facts about a cue point, in milliseconds from the video's start. */
export interface CuePointFacts {
  readonly cuePointMs: number;
  /** Start of the nearest key frame within reach. */
  readonly nearestKeyMs: number | undefined;
}

export interface PlannedPicture {
  /** A `key` frame is decoded alone; an `exact` one needs the pictures from the key frame before it. */
  readonly kind: 'key' | 'exact';
  /** Time of the picture, in milliseconds from the video's start. */
  readonly pictureMs: number;
}

/**
 * Maximum distance of a picture from its cue point, as a share of a step. Neighbouring pictures are then half a step to one and a
 * half steps apart.
 */
export const keyFrameReach = 1 / 4;

/**
 * Chooses the picture of each cue point: the nearest key frame if it is less than {@link keyFrameReach} of a step away, else the
 * exact picture. Pure; in time order.
 * So the very first picture, black in many videos, is never used, and no picture is used twice.
 */
export function planPictures(facts: readonly CuePointFacts[], stepMs: number): PlannedPicture[] {
  return facts.map(({ cuePointMs, nearestKeyMs }) =>
    nearestKeyMs !== undefined && Math.abs(nearestKeyMs - cuePointMs) < stepMs * keyFrameReach
      ? { kind: 'key', pictureMs: nearestKeyMs }
      : { kind: 'exact', pictureMs: cuePointMs },
  );
}

/** The pictures at given times; times outside the video are dropped. A sparse copy comes with the times of its pictures. */
export function planGivenPictures(seconds: readonly number[], durationMs: number): PlannedPicture[] {
  const times = new Set(seconds.map(second => Math.round(second * 1000)));
  return [...times]
    .filter(pictureMs => pictureMs >= 0 && pictureMs < durationMs)
    .toSorted((one, other) => one - other)
    .map(pictureMs => ({ kind: 'exact', pictureMs }));
}
