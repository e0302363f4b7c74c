/** Plain sound: samples from -1 to 1 of one channel. */
export interface PlainSound {
  readonly sampleRateHz: number;
  readonly samples: Float32Array;
}
