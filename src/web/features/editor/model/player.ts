import type { StoreApi } from 'zustand/vanilla';

/** Where the preview is, in seconds as a person hears it. */
export interface PlaybackTime {
  readonly isPlaying: boolean;
  readonly atSeconds: number;
  /** Undefined where no picture can be shown. */
  readonly videoSeconds: number | undefined;
  /** How long the narration takes; undefined while nothing of it was spoken. */
  readonly soundSeconds: number | undefined;
}

export interface Clock {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getPlaybackTime: () => { readonly atSeconds: number; readonly isPlaying: boolean };
}

/** How loud video and voice are heard; 1 is as they are. */
export interface HeardMix {
  /** How loud the video's own sound is at a position of the preview, 0 to 1. */
  readonly readOriginal: (atSeconds: number) => number;
  /** How loud the voice is, 0 to 1. */
  readonly voice: number;
  /** How loud music is at a position of the preview, 0 to 1. */
  readonly readMusic?: ((atSeconds: number) => number) | undefined;
}

export interface OriginalVolume {
  /** 0 to 1 where nobody narrates; under the voice it is lower. */
  readonly original: number;
  /** It is heard as in the video that is to be exported. */
  readonly isMixed: boolean;
}

/** What plays video and narration: see `player/playback.ts`. */
export interface Player {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getPlaybackTime: () => PlaybackTime;
  /** The same in seconds of the picture, which stands still in the pauses of an extended description. */
  readonly picture: Clock;
  readonly volume: StoreApi<OriginalVolume>;
  readonly attachVideo: (element: HTMLVideoElement | null) => (() => void) | undefined;
  /** @param volume remembered in this browser */
  setOriginal(volume: number): void;
  /** @param mix of the video that is to be exported; undefined: as the person set it */
  setMix(mix: HeardMix | undefined): void;
  play(): void;
  pause(): void;
  toggle(): void;
  /** @param seconds of the preview */
  seek(seconds: number): void;
  /** @param seconds of the picture */
  seekPicture(seconds: number): void;
  showFullScreen(): void;
}
