import { isSameTime, type PlaybackTime } from './playback-time.ts';

/** Where a picture is that may stand still. */
interface PictureTime {
  readonly isPlaying: boolean;
  /** Of the picture. */
  readonly atSeconds: number;
}

/** Where a film is, told to whoever shows it. */
export class PlaybackClock {
  #time: PlaybackTime = { isPlaying: false, atSeconds: 0, videoSeconds: undefined, soundSeconds: undefined };
  #pictureTime: PictureTime = { isPlaying: false, atSeconds: 0 };
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getPlaybackTime = (): PlaybackTime => this.#time;

  readonly getPictureTime = (): PictureTime => this.#pictureTime;

  /** @param pictureSeconds where the film's picture is */
  report(next: PlaybackTime, pictureSeconds: number): void {
    if (isSameTime(next, this.#time)) return;
    this.#time = next;
    this.#pictureTime = { isPlaying: next.isPlaying, atSeconds: pictureSeconds };
    for (const listener of this.#listeners) listener();
  }
}
