/** Where the preview is, in seconds as a person hears it. */
export interface PlaybackTime {
  readonly isPlaying: boolean;
  readonly atSeconds: number;
  /** Undefined where no picture can be shown. */
  readonly videoSeconds: number | undefined;
  /** How long the narration takes; undefined while nothing of it was spoken. */
  readonly soundSeconds: number | undefined;
}

/** Reports a position. */
export interface Clock {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getPlaybackTime: () => { readonly atSeconds: number; readonly isPlaying: boolean };
}

/** What plays video and narration: see `playback/playback.ts`. */
export interface Player {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getPlaybackTime: () => PlaybackTime;
  /** The same in seconds of the picture, which stands still in the pauses of an extended description. */
  readonly picture: Clock;
  play(): void;
  pause(): void;
  toggle(): void;
  /** @param seconds of the preview */
  seek(seconds: number): void;
  /** @param seconds of the picture */
  seekPicture(seconds: number): void;
  /** Plays from the start of a line. */
  playClip(id: string): void;
  showFullScreen(): void;
}
