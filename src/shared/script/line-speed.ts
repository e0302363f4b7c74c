import type { Pauses } from './line-delivery.ts';

/** Faster speech is hard to follow. */
export const maxSpeed = 1.15;
/** Of spoken subtitles, whose text stays as it is; those who use them are used to fast speech. */
export const maxSubtitleSpeed = 1.5;
/** The shortest pause between two lines, and before speech. */
export const leastPauseSeconds = 0.05;

/** The speed of a line in its available duration. */
export interface LineSpeed {
  /** 1 if it need not be faster; at most {@link maxSpeed} unless another limit is given. */
  readonly speed: number;
  /** The remaining excess in seconds; 0 if it fits. */
  readonly excessSeconds: number;
}

/** The speed at which a sound, without silence at its ends, fits until the next line begins or the video ends. */
export function chooseSpeed(seconds: number, availableSeconds: number, most = maxSpeed): LineSpeed {
  const available = Math.max(0, availableSeconds - leastPauseSeconds);
  if (seconds <= available) return { speed: 1, excessSeconds: 0 };
  // A tenth of a percent more, because time stretching is exact only to a few samples.
  const speed = Math.min(most, available > 0 ? (seconds / available) * 1.001 : most);
  const excess = seconds / speed - available;
  return { speed, excessSeconds: excess > 0.001 ? excess : 0 };
}

/** A spoken line at its own pace. */
interface LineToPlace extends Pauses {
  /** After its pause. */
  readonly startSeconds: number;
  readonly seconds: number;
  /** Until the next line begins or the video ends, without its pauses. */
  readonly availableSeconds: number;
}

/** Places lines one after another, none cut: one that is too long delays the next, which then has less time. Pauses are kept. */
export function placeInOrder<Line extends LineToPlace>(lines: readonly Line[], most = maxSpeed) {
  let freeSeconds = 0;
  return lines.map(line => {
    const startSeconds = Math.max(line.startSeconds, freeSeconds + (line.pauseBeforeSeconds ?? 0));
    const delaySeconds = startSeconds - line.startSeconds;
    const { speed } = chooseSpeed(line.seconds, line.availableSeconds - delaySeconds, most);
    const endSeconds = startSeconds + line.seconds / speed;
    freeSeconds = endSeconds + (line.pauseAfterSeconds ?? 0);
    return { line, speed, startSeconds, endSeconds };
  });
}
