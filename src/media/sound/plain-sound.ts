/** Mono PCM: samples from -1 to 1. */
export interface PlainSound {
  readonly sampleRateHz: number;
  readonly samples: Float32Array;
}
