import { type FilmMoment, isSameMoment } from './film-time.ts';

/** Where a picture is that may stand still. */
interface PictureMoment {
  readonly isPlaying: boolean;
  /** Of the picture. */
  readonly atSeconds: number;
}

/** Where a film is, told to whoever shows it. */
export class MomentBoard {
  #moment: FilmMoment = { isPlaying: false, atSeconds: 0, videoSeconds: undefined, soundSeconds: undefined };
  #pictureMoment: PictureMoment = { isPlaying: false, atSeconds: 0 };
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getMoment = (): FilmMoment => this.#moment;

  readonly getPictureMoment = (): PictureMoment => this.#pictureMoment;

  /** @param pictureSeconds where the film's picture is */
  tell(next: FilmMoment, pictureSeconds: number): void {
    if (isSameMoment(next, this.#moment)) return;
    this.#moment = next;
    this.#pictureMoment = { isPlaying: next.isPlaying, atSeconds: pictureSeconds };
    for (const listener of this.#listeners) listener();
  }
}
