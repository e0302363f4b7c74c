import type { AudioSample } from 'mediabunny';
import { createResampler, type Resampler } from './resample.ts';

/** Channels of the same length, samples from -1 to 1: one, or left and right. */
export type Channels = readonly Float32Array[];

/** How loud each kind of channel is on the left and on the right (ITU-R BS.775-4, table 2): centre and surround 3 dB softer. */
const gains = {
  L: [1, 0],
  R: [0, 1],
  C: [Math.SQRT1_2, Math.SQRT1_2],
  LFE: [0, 0],
  Ls: [Math.SQRT1_2, 0],
  Rs: [0, Math.SQRT1_2],
  /** At the back in the middle: half to each side. */
  Cs: [0.5, 0.5],
} as const;

/** The channels of a sound by their number, in the order of WAVE, in which decoders give them. */
const layouts: Readonly<Record<number, readonly (keyof typeof gains)[]>> = {
  3: ['L', 'R', 'C'],
  4: ['L', 'R', 'Ls', 'Rs'],
  5: ['L', 'R', 'C', 'Ls', 'Rs'],
  6: ['L', 'R', 'C', 'LFE', 'Ls', 'Rs'],
  7: ['L', 'R', 'C', 'LFE', 'Cs', 'Ls', 'Rs'],
  8: ['L', 'R', 'C', 'LFE', 'Ls', 'Rs', 'Ls', 'Rs'],
};

/** A piece of sound as left and right. One channel goes to both. Surround sound may become louder than full scale. */
export function mixToStereo(sample: AudioSample): [left: Float32Array, right: Float32Array] {
  const left = readChannel(sample, 0);
  if (sample.numberOfChannels === 1) return [left, left.slice()];
  const right = readChannel(sample, 1);
  const others = layouts[sample.numberOfChannels]?.slice(2) ?? [];
  for (const [index, name] of others.entries()) {
    const [toLeft, toRight] = gains[name];
    for (const [at, value] of readChannel(sample, index + 2).entries()) {
      left[at] = (left[at] as number) + toLeft * value;
      right[at] = (right[at] as number) + toRight * value;
    }
  }
  return [left, right];
}

/** One channel of a piece of sound. */
export function readChannel(sample: AudioSample, planeIndex: number): Float32Array {
  const samples = new Float32Array(sample.numberOfFrames);
  sample.copyTo(samples, { planeIndex, format: 'f32-planar' });
  return samples;
}

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

/** Sound that comes in pieces of any length, read in pieces of the length that is wanted. */
export interface SampleReader {
  /** As many samples as are wanted of each channel; after the sound's end, silence. */
  take(count: number): Promise<Float32Array<ArrayBuffer>[]>;
  /** Frees the source, wherever it is. */
  close(): Promise<void>;
}

/** @param channelCount how many channels each piece has */
export function createSampleReader(pieces: AsyncIterable<Channels>, channelCount: number): SampleReader {
  const iterator = pieces[Symbol.asyncIterator]();
  let piece: Channels = [];
  let used = 0;
  /** Makes the next piece the one that is read, where the last one was used up. */
  const hasMore = async () => {
    while (used >= (piece[0]?.length ?? 0)) {
      const next = await iterator.next();
      if (next.done) return false;
      piece = next.value;
      used = 0;
    }
    return true;
  };
  return {
    async take(count) {
      const taken = Array.from({ length: channelCount }, () => new Float32Array(count));
      for (let filled = 0; filled < count && (await hasMore()); ) {
        const part = Math.min((piece[0]?.length ?? 0) - used, count - filled);
        for (const [index, samples] of taken.entries())
          samples.set((piece[index] as Float32Array).subarray(used, used + part), filled);
        filled += part;
        used += part;
      }
      return taken;
    },
    async close() {
      await iterator.return?.();
    },
  };
}
