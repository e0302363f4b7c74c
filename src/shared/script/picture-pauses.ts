import type { TimeSpan } from './gaps.ts';

/** A pause of the video, so that a line can be finished. */
export interface PicturePause {
  /** In seconds of the original: the frame before it stays visible, the frame at or after it comes later. */
  readonly atSeconds: number;
  /** Duration of the pause; more than 0. */
  readonly seconds: number;
}

/** To the time in the video with pauses (in order). A time right at a pause is before it, because the line there begins with it. */
export function toPausedSeconds(seconds: number, pauses: readonly PicturePause[]): number {
  return pauses.reduce((sum, pause) => (pause.atSeconds < seconds ? sum + pause.seconds : sum), seconds);
}

/** The original's position at a time of the video with pauses. */
export interface PausedPlace {
  readonly seconds: number;
  /** Remaining duration of the pause; 0 while it plays. */
  readonly stillSeconds: number;
}

/** A clock that adds up to the end of a pause may stay this far before it. */
const roundingSeconds = 1e-6;

/** The inverse of {@link toPausedSeconds}. */
export function findPausedPlace(seconds: number, pauses: readonly PicturePause[]): PausedPlace {
  let waited = 0;
  for (const pause of pauses) {
    const since = seconds - waited - pause.atSeconds;
    if (since < 0) break;
    if (since < pause.seconds - roundingSeconds)
      return { seconds: pause.atSeconds, stillSeconds: pause.seconds - since };
    waited += pause.seconds;
  }
  return { seconds: seconds - waited, stillSeconds: 0 };
}

/** Total paused time within a part of the finished video. */
export function sumStillness(
  { startSeconds, endSeconds }: TimeSpan,
  pauses: readonly PicturePause[],
): number {
  let waited = 0;
  let still = 0;
  for (const pause of pauses) {
    const from = pause.atSeconds + waited;
    waited += pause.seconds;
    still += Math.max(0, Math.min(endSeconds, from + pause.seconds) - Math.max(startSeconds, from));
  }
  return still;
}

export function sumPauses(pauses: readonly PicturePause[]): number {
  return pauses.reduce((sum, { seconds }) => sum + seconds, 0);
}
