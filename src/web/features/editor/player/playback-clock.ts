import type { PlaybackTime } from '../model/player.ts';
import { isSameTime } from './playback-time.ts';

interface PictureTime {
  readonly isPlaying: boolean;
  readonly atSeconds: number;
}

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

  /** @param pictureSeconds the position of the picture */
  report(next: PlaybackTime, pictureSeconds: number): void {
    if (isSameTime(next, this.#time)) return;
    this.#time = next;
    this.#pictureTime = { isPlaying: next.isPlaying, atSeconds: pictureSeconds };
    for (const listener of this.#listeners) listener();
  }
}
