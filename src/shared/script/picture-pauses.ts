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

/** How much longer a video becomes by its pauses. */
export function sumPauses(pauses: readonly PicturePause[]): number {
  return pauses.reduce((sum, { seconds }) => sum + seconds, 0);
}
