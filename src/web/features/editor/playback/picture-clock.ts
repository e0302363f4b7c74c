import {
  findPausedPlace,
  type PausedPlace,
  type PicturePause,
  sumPauses,
  toPausedSeconds,
} from '#shared/script/picture-pauses.ts';

/** The position of a preview whose picture pauses: in its own seconds, and in those of its picture. */
export class PictureClock {
  /** Of the preview. */
  atSeconds = 0;
  #pauses: readonly PicturePause[] = [];

  /** In order. */
  setPauses(pauses: readonly PicturePause[]): void {
    this.#pauses = pauses;
  }

  /** The position of the picture. */
  get place(): PausedPlace {
    return findPausedPlace(this.atSeconds, this.#pauses);
  }

  /** When a position of the picture comes in the preview: before a pause that is there. */
  toPreviewSeconds(pictureSeconds: number): number {
    return toPausedSeconds(pictureSeconds, this.#pauses);
  }

  /** The position of the preview by its picture, which moves. No pause is passed over, although pictures come in steps. */
  readPreviewSeconds(pictureSeconds: number): number {
    let waited = 0;
    for (const { atSeconds, seconds } of this.#pauses) {
      const pauseSeconds = atSeconds + waited;
      if (this.atSeconds < pauseSeconds + seconds - 1e-6)
        return Math.min(pictureSeconds + waited, pauseSeconds);
      waited += seconds;
    }
    return pictureSeconds + waited;
  }

  /**
   * Goes on while the picture stands still, until it goes on, too.
   * @param soundSeconds where the recording is, which is the clock then; without one there is nothing to wait for
   */
  followSound(soundSeconds: number | undefined): void {
    const endSeconds = this.atSeconds + this.place.stillSeconds;
    this.atSeconds = Math.min(endSeconds, Math.max(this.atSeconds, soundSeconds ?? endSeconds));
  }

  /** How long the preview is by the length of its picture. */
  sumSeconds(pictureSeconds: number): number {
    return pictureSeconds + sumPauses(this.#pauses);
  }
}
