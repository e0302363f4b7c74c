/** One picture of a video. */
export interface Frame {
  /** When it is shown, in seconds from the start. */
  readonly seconds: number;
  /** JPEG, upright, with square pixels. */
  readonly jpeg: Uint8Array<ArrayBuffer>;
}

/** The frames that were sampled from a video, in time order unless it is said, and how long it is. */
export interface SampledFrames {
  readonly frames: readonly Frame[];
  readonly durationSeconds: number;
}
