/** How closely a picture is to be looked at: what a provider charges for it. */
export type PictureDetail = 'low' | 'medium' | 'high';

export interface Frame {
  /** Its time in seconds from the start. */
  readonly seconds: number;
  /** JPEG, upright, with square pixels. */
  readonly jpeg: Uint8Array<ArrayBuffer>;
  /** The moment whose movement it shows together with the pictures before and after it; its own time if undefined. */
  readonly momentSeconds?: number | undefined;
  /** High if undefined. */
  readonly detail?: PictureDetail | undefined;
}

/** The frames sampled from a video, in time order unless stated otherwise, and its duration. */
export interface SampledFrames {
  readonly frames: readonly Frame[];
  readonly durationSeconds: number;
}
