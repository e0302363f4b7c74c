import {
  findPausedPlace,
  type PausedPlace,
  type PicturePause,
  sumPauses,
  toPausedSeconds,
} from '#shared/script/cues.ts';

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

  /** The picture moves, and is the clock. No pause is passed over, although pictures come in steps. */
  followPicture(pictureSeconds: number): void {
    let waited = 0;
    for (const { atSeconds, seconds } of this.#pauses) {
      const pauseSeconds = atSeconds + waited;
      if (this.atSeconds < pauseSeconds + seconds - 1e-6) {
        this.atSeconds = Math.min(pictureSeconds + waited, pauseSeconds);
        return;
      }
      waited += seconds;
    }
    this.atSeconds = pictureSeconds + waited;
  }

  /**
   * The voice is the clock: while the picture pauses, until it goes on, too; after its end; and where there is none.
   * @param previewSeconds where the voice is; never back
   */
  followVoice(previewSeconds: number): void {
    const { stillSeconds } = this.place;
    const latest = stillSeconds > 0 ? this.atSeconds + stillSeconds : Number.POSITIVE_INFINITY;
    this.atSeconds = Math.min(latest, Math.max(this.atSeconds, previewSeconds));
  }

  /** How long the preview is by the length of its picture. */
  sumSeconds(pictureSeconds: number): number {
    return pictureSeconds + sumPauses(this.#pauses);
  }
}
