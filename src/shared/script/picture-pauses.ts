import type { TimeSpan } from './gaps.ts';

/** A moment at which the picture of a video stands still, so that a line can be spoken to its end. */
export interface PicturePause {
  /** In seconds of the original: the picture before it stays on show, the first one at or after it comes later. */
  readonly atSeconds: number;
  /** How long it stands still; more than 0. */
  readonly seconds: number;
}

/**
 * When something of the original happens in the video that stands still now and then. What begins right at a pause is told of
 * before it: the sound of a line that belongs there begins with the pause.
 * @param pauses in order
 */
export function toPausedSeconds(seconds: number, pauses: readonly PicturePause[]): number {
  return pauses.reduce((sum, pause) => (pause.atSeconds < seconds ? sum + pause.seconds : sum), seconds);
}

/** What of the original is seen at a moment of the video that stands still now and then. */
export interface PausedPlace {
  /** In seconds of the original. */
  readonly seconds: number;
  /** The picture stands still, for so long from now on; 0 where it moves. */
  readonly stillSeconds: number;
}

/**
 * The way back from {@link toPausedSeconds}.
 * @param pauses in order
 */
export function findPausedPlace(seconds: number, pauses: readonly PicturePause[]): PausedPlace {
  let waited = 0;
  for (const pause of pauses) {
    const since = seconds - waited - pause.atSeconds;
    if (since < 0) break;
    if (since < pause.seconds) return { seconds: pause.atSeconds, stillSeconds: pause.seconds - since };
    waited += pause.seconds;
  }
  return { seconds: seconds - waited, stillSeconds: 0 };
}

/** How long the picture stands still within a part of the finished video. */
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

/** How much longer a video becomes by its pauses. */
export function sumPauses(pauses: readonly PicturePause[]): number {
  return pauses.reduce((sum, { seconds }) => sum + seconds, 0);
}
