/**
 * Sound as an engine gives it, in order and as it is made: an mp3 of its own, or plain samples (mono, -1 to 1)
 * for us to encode.
 */
export type SpokenSound =
  | { readonly format: 'mp3'; readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly format: 'pcm'; readonly sampleRateHz: number; readonly samples: AsyncIterable<Float32Array> };
