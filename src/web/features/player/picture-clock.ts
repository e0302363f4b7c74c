import {
  findPausedPlace,
  type PausedPlace,
  type PicturePause,
  sumPauses,
  toPausedSeconds,
} from '#shared/script/picture-pauses.ts';

/** Tells the time of a film in which the picture stands still now and then from that of its picture, and back. */
export class PictureClock {
  #pauses: readonly PicturePause[] = [];

  /** In order. */
  setPauses(pauses: readonly PicturePause[]): void {
    this.#pauses = pauses;
  }

  /** What of the picture is seen at a moment of the film. */
  findPlace(filmSeconds: number): PausedPlace {
    return findPausedPlace(filmSeconds, this.#pauses);
  }

  /** When a moment of the picture comes in the film: before the pause that is there. */
  toFilmSeconds(pictureSeconds: number): number {
    return toPausedSeconds(pictureSeconds, this.#pauses);
  }

  /**
   * Where the film is by its picture, which moves.
   * @param reachedSeconds where the film was before: no pause that comes after it is passed over, although pictures come in steps
   */
  readFilmSeconds(pictureSeconds: number, reachedSeconds: number): number {
    let waited = 0;
    for (const { atSeconds, seconds } of this.#pauses) {
      const pauseSeconds = atSeconds + waited;
      if (reachedSeconds < pauseSeconds + seconds - 1e-6)
        return Math.min(pictureSeconds + waited, pauseSeconds);
      waited += seconds;
    }
    return pictureSeconds + waited;
  }

  /** How long the film is by the length of its picture. */
  sumSeconds(pictureSeconds: number): number {
    return pictureSeconds + sumPauses(this.#pauses);
  }
}
