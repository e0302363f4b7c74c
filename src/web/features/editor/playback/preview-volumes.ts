/** How loud video and recording are heard; 1 is as they are. */
export interface HeardMix {
  /** How loud the video's own sound is at a position of the preview, 0 to 1. */
  readonly readOriginal: (atSeconds: number) => number;
  /** How loud the recording is, 0 to 1. */
  readonly voice: number;
}

/** The volumes of original sound and recording: as the person set them, or, with the video panel open, as in the video. */
export class PreviewVolumes {
  #original = 1;
  #mix: HeardMix | undefined;
  readonly #apply: () => void;
  readonly #listeners = new Set<() => void>();

  /** @param apply is called when something changed, and calls {@link apply} */
  constructor(apply: () => void) {
    this.#apply = apply;
  }

  /** Called when a mix begins or ends. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly isMixed = (): boolean => this.#mix !== undefined;

  /** @param volume of the video's own sound while nothing is mixed, 0 to 1 */
  setOriginal(volume: number): void {
    this.#original = volume;
    this.#apply();
  }

  /** @param mix undefined: as the person set it */
  setMix(mix: HeardMix | undefined): void {
    this.#mix = mix;
    this.#apply();
    for (const listener of this.#listeners) listener();
  }

  /** Called as often as a picture is drawn, so that nobody hears steps. */
  apply(video: HTMLVideoElement | undefined, sound: HTMLAudioElement | undefined, atSeconds: number): void {
    if (video) video.volume = this.#mix?.readOriginal(atSeconds) ?? this.#original;
    if (sound) sound.volume = this.#mix?.voice ?? 1;
  }
}
