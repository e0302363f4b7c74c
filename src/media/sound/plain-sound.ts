/** Mono PCM: samples from -1 to 1. */
export interface PlainSound {
  readonly sampleRateHz: number;
  readonly samples: Float32Array;
}

/** The same of one or two channels, whose samples take turns. */
export interface InterleavedSound extends PlainSound {
  readonly channelCount?: 1 | 2;
}
