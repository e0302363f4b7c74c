import { createResampler, type Resampler } from './resample.ts';
import type { Channels } from './stereo-sound.ts';

/** A piece of sound and its rate. */
export interface RatedSound {
  readonly sampleRateHz: number;
  readonly channels: Channels;
}

/** Brings sound to one rate; the pieces follow each other without a gap, before and after. */
export async function* changeRates(
  pieces: AsyncIterable<RatedSound>,
  toHz: number,
): AsyncGenerator<Channels, void, undefined> {
  let resampling: { readonly fromHz: number; readonly resamplers: readonly Resampler[] } | undefined;
  for await (const { sampleRateHz: fromHz, channels } of pieces) {
    if (resampling && resampling.fromHz !== fromHz) {
      yield resampling.resamplers.map(each => each.finish());
      resampling = undefined;
    }
    if (fromHz === toHz) {
      yield channels;
      continue;
    }
    resampling ??= { fromHz, resamplers: channels.map(() => createResampler(fromHz, toHz)) };
    yield resampling.resamplers.map((each, index) => each.add(channels[index] ?? new Float32Array()));
  }
  if (resampling) yield resampling.resamplers.map(each => each.finish());
}
