export interface Frame {
  /** Its time in seconds from the start. */
  readonly seconds: number;
  /** JPEG, upright, with square pixels. */
  readonly jpeg: Uint8Array<ArrayBuffer>;
}

/** The frames sampled from a video, in time order unless stated otherwise, and its duration. */
export interface SampledFrames {
  readonly frames: readonly Frame[];
  readonly durationSeconds: number;
}
