import type { AudioSample } from 'mediabunny';
import { createRateChanger } from './resample.ts';

/** Mono PCM: samples from -1 to 1. */
export type PlainSound = { readonly sampleRateHz: number; readonly samples: Float32Array };

const fullScale = 0x7fff;

/** Samples in 16 bits, half of their memory; limited to full scale. */
export function packSamples(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, sample => Math.round(fullScale * Math.max(-1, Math.min(sample, 1))));
}

export function unpackSamples(packed: Int16Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(packed, sample => sample / fullScale);
}

/** The same of one or two channels, whose samples take turns. */
export type InterleavedSound = PlainSound & { readonly channelCount?: 1 | 2 };

/** Channels of equal length, samples from -1 to 1: mono, or left and right. */
export type Channels = readonly Float32Array[];

/** Left and right gain of each kind of channel (ITU-R BS.775-4, table 2): centre and surround 3 dB softer. */
const gains = {
  L: [1, 0],
  R: [0, 1],
  C: [Math.SQRT1_2, Math.SQRT1_2],
  LFE: [0, 0],
  Ls: [Math.SQRT1_2, 0],
  Rs: [0, Math.SQRT1_2],
  /** Rear centre: half to each side. */
  Cs: [0.5, 0.5],
} as const;

/** Channels by their number, in WAVE order, as decoders return them. */
const layouts: Readonly<Record<number, readonly (keyof typeof gains)[]>> = {
  3: ['L', 'R', 'C'],
  4: ['L', 'R', 'Ls', 'Rs'],
  5: ['L', 'R', 'C', 'Ls', 'Rs'],
  6: ['L', 'R', 'C', 'LFE', 'Ls', 'Rs'],
  7: ['L', 'R', 'C', 'LFE', 'Cs', 'Ls', 'Rs'],
  8: ['L', 'R', 'C', 'LFE', 'Ls', 'Rs', 'Ls', 'Rs'],
};

/** Mixes to stereo. Mono goes to both sides. Surround sound may exceed full scale. */
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

const isPage = 'AudioData' in globalThis;

/** One channel of a sample, silent where it is damaged. In the page what exceeds full scale is cut off, as players do. */
export function readChannel(sample: AudioSample, planeIndex: number): Float32Array {
  const samples = new Float32Array(sample.numberOfFrames);
  if (isPage && sample.format?.startsWith('f32')) {
    // WebKitGTK 2.50 crashes in `AudioData.copyTo` when there is nothing to convert: floats are read as integers, in the same place.
    const integers = new Int32Array(samples.buffer);
    sample.copyTo(integers, { planeIndex, format: 's32-planar' });
    for (let at = 0; at < samples.length; at++) samples[at] = (integers[at] as number) / 2 ** 31;
  } else {
    sample.copyTo(samples, { planeIndex, format: 'f32-planar' });
    for (let at = 0; at < samples.length; at++) if (!Number.isFinite(samples[at])) samples[at] = 0;
  }
  return samples;
}

export type RatedSound = { readonly sampleRateHz: number; readonly channels: Channels };

/** Resamples consecutive pieces to one rate, without gaps. */
export async function* changeRates(
  pieces: AsyncIterable<RatedSound>,
  toHz: number,
): AsyncGenerator<Channels> {
  const changers: ReturnType<typeof createRateChanger>[] = [];
  for await (const { sampleRateHz, channels } of pieces)
    yield channels.map((samples, index) => {
      changers[index] ??= createRateChanger(toHz);
      return changers[index].add(samples, sampleRateHz);
    });
  yield changers.map(each => each.finish());
}

/** @param channelCount of each piece */
export function createSampleReader(pieces: AsyncIterable<Channels>, channelCount: number) {
  const iterator = pieces[Symbol.asyncIterator]();
  let piece: Channels = [];
  let used = 0;
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
    /** That many samples of each channel; silence after the end. */
    async take(count: number): Promise<Float32Array<ArrayBuffer>[]> {
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
    async close(): Promise<void> {
      await iterator.return?.();
    },
  };
}
