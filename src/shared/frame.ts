/** One picture of a video. */
export interface Frame {
  /** When it is shown, in seconds from the start. */
  readonly seconds: number;
  /** JPEG, upright, with square pixels. */
  readonly jpeg: Uint8Array<ArrayBuffer>;
}
