import { joinSpans, type TimeSpan } from '#shared/script/gaps.ts';
import type { PlainSound } from '../sound/channels.ts';
import type { MixSettings } from './mix-settings.ts';

/** Fine enough to compute the effect of a limiter. */
export const meterStepSeconds = 0.01;
/** A block is 0.4 s long, and the next starts a quarter of it later. */
const stepsPerBlock = 40;
const stepsPerHop = 10;
/** Softer sound is silence. */
const absoluteGateLufs = -70;
/** Sound this much softer than the rest is a pause. */
const relativeGateLu = -10;
/** Makes a sine of 1 kHz at full scale in one channel measure -3.01 LUFS. */
const offsetLufs = -0.691;

/**
 * Streaming loudness by ITU-R BS.1770-4, of one or two channels.
 * @param sampleRateHz any: the standard's filters, specified for 48 kHz, are adapted
 */
export function createLoudnessMeter(sampleRateHz: number, channelCount: number) {
  const filters = Array.from({ length: channelCount }, () => createWeighting(sampleRateHz));
  const samplesPerStep = Math.round(meterStepSeconds * sampleRateHz);
  /** Weighted energy of each complete {@link meterStepSeconds}, all channels together. */
  const energies: number[] = [];
  let energy = 0;
  let count = 0;
  return {
    /** @param channels of equal length, as many as the meter was created for */
    add(channels: readonly Float32Array[]): void {
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + samplesPerStep - count);
        for (const [index, samples] of channels.entries())
          energy += filters[index]?.sumSquares(samples, from, to) ?? 0;
        count += to - from;
        from = to;
        if (count < samplesPerStep) continue;
        energies.push(energy / samplesPerStep);
        energy = 0;
        count = 0;
      }
    },
    energies,
  };
}

export type LoudnessMeter = ReturnType<typeof createLoudnessMeter>;

/** Gated: pauses do not count. @returns undefined for sound that is too soft or too short */
export function computeLufs(energies: readonly number[]): number | undefined {
  const blocks: number[] = [];
  for (let from = 0; from + stepsPerBlock <= energies.length; from += stepsPerHop) {
    let sum = 0;
    for (let step = from; step < from + stepsPerBlock; step++) sum += energies[step] as number;
    blocks.push(sum / stepsPerBlock);
  }
  const loud = blocks.filter(energy => toLufs(energy) > absoluteGateLufs);
  const least = toLufs(average(loud)) + relativeGateLu;
  const counted = loud.filter(energy => toLufs(energy) > least);
  return counted.length > 0 ? toLufs(average(counted)) : undefined;
}

function toLufs(energy: number): number {
  return offsetLufs + 10 * Math.log10(energy);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard's two filters: a shelf for the head, then a high pass. */
function createWeighting(rateHz: number) {
  const shelf = computeShelf(rateHz);
  const pass = computeHighPass(rateHz);
  // Filter state: the second's input is the first's output.
  const kept = { x1: 0, x2: 0, y1: 0, y2: 0, z1: 0, z2: 0 };
  return {
    sumSquares(samples: Float32Array, from: number, to: number): number {
      let { x1, x2, y1, y2, z1, z2 } = kept;
      let sum = 0;
      for (let at = from; at < to; at++) {
        const x = samples[at] as number;
        const y = shelf.b0 * x + shelf.b1 * x1 + shelf.b2 * x2 - shelf.a1 * y1 - shelf.a2 * y2;
        const z = y - 2 * y1 + y2 - pass.a1 * z1 - pass.a2 * z2;
        x2 = x1;
        x1 = x;
        y2 = y1;
        y1 = y;
        z2 = z1;
        z1 = z;
        sum += z * z;
      }
      Object.assign(kept, { x1, x2, y1, y2, z1, z2 });
      return sum;
    },
  };
}

// The analogue filters behind the standard's table for 48 kHz, derived by Brecht De Man ("Evaluation of Implementations of the EBU
// R128 Loudness Measurement", AES 145, 2018): they reproduce the table to its last digit.
const shelfHz = 1681.974450955533;
const shelfDb = 3.999843853973347;
const shelfQ = 0.7071752369554196;
const highPassHz = 38.13547087602444;
const highPassQ = 0.5003270373238773;

function computeShelf(rateHz: number) {
  const k = Math.tan((Math.PI * shelfHz) / rateHz);
  const high = 10 ** (shelfDb / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / shelfQ + k * k;
  return {
    b0: (high + (band * k) / shelfQ + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / shelfQ + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / shelfQ + k * k) / a0,
  };
}

function computeHighPass(rateHz: number) {
  const k = Math.tan((Math.PI * highPassHz) / rateHz);
  const a0 = 1 + k / highPassQ + k * k;
  return { a1: (2 * (k * k - 1)) / a0, a2: (1 - k / highPassQ + k * k) / a0 };
}

/** Softer sound is not the voice: -50 dB, below the breath before a word. */
const audiblePeak = 0.003;
/** Shorter pauses are part of the speech. */
const joinedPauseSeconds = 0.1;

/** Measurements of a voice for mixing: two numbers for each hundredth of a second. */
export interface VoiceMeasure {
  /** Weighted energy of each step, as `computeLufs` reads it. */
  readonly energies: readonly number[];
  /** Maximum sample of each step. */
  readonly peaks: readonly number[];
  readonly spans: readonly TimeSpan[];
  readonly seconds: number;
}

export async function measureVoice(voice: AsyncIterable<PlainSound>): Promise<VoiceMeasure> {
  let meter: LoudnessMeter | undefined;
  const peaks: number[] = [];
  let peak = 0;
  let count = 0;
  let seconds = 0;
  for await (const { samples, sampleRateHz } of voice) {
    meter ??= createLoudnessMeter(sampleRateHz, 1);
    meter.add([samples]);
    const samplesPerStep = Math.round(meterStepSeconds * sampleRateHz);
    for (let at = 0; at < samples.length; at++) {
      const size = Math.abs(samples[at] as number);
      if (size > peak) peak = size;
      if (++count < samplesPerStep) continue;
      peaks.push(peak);
      peak = 0;
      count = 0;
    }
    seconds += samples.length / sampleRateHz;
  }
  if (count > 0) peaks.push(peak);
  return { energies: meter?.energies ?? [], peaks, spans: findSpans(peaks), seconds };
}

function findSpans(peaks: readonly number[]): TimeSpan[] {
  const audible = peaks.flatMap((peak, step) => {
    const startSeconds = step * meterStepSeconds;
    return peak > audiblePeak ? [{ startSeconds, endSeconds: startSeconds + meterStepSeconds }] : [];
  });
  return joinSpans(audible, joinedPauseSeconds);
}

/** Ceiling of true peaks, in dB of full scale. -1 is promised: coding changes peaks by a few tenths of a dB. */
export const ceilingDb = -1.8;
/** Time constant of the limiter's release. */
export const limiterReleaseSeconds = 0.1;

/** Further iterations change less than a hundredth of a dB. */
const tries = 6;
/** Much music between few words must not make the words too loud. */
const maxRaisedDb = 3;

/**
 * The gain with which a voice, and music that goes with it, has the wanted loudness after limiting, which takes a part of it.
 * @param channelCount of the mix: two are louder than one
 * @param music its energies in both channels while the voice has gain 1
 * @returns a factor; 1 for silence
 */
export function computeVoiceGain(
  voice: Pick<VoiceMeasure, 'energies' | 'peaks'>,
  { loudnessLufs, voiceDb }: Pick<MixSettings, 'loudnessLufs' | 'voiceDb'>,
  channelCount: number,
  music: readonly number[] = [],
): number {
  const wantedLufs = loudnessLufs + voiceDb;
  const alone = findGain(wantedLufs, gain => listEnergies(voice, gain, channelCount, []));
  if (music.length === 0) return alone;
  const together = findGain(wantedLufs, gain => listEnergies(voice, gain, channelCount, music));
  return Math.min(together, alone * 10 ** (maxRaisedDb / 20));
}

function findGain(wantedLufs: number, listEnergies: (gain: number) => readonly number[]): number {
  let gain = 1;
  for (let each = 0; each < tries; each++) {
    const lufs = computeLufs(listEnergies(gain));
    if (lufs === undefined) return 1;
    gain *= 10 ** ((wantedLufs - lufs) / 20);
  }
  return gain;
}

/** Of all channels together, after limiting. */
function listEnergies(
  { energies, peaks }: Pick<VoiceMeasure, 'energies' | 'peaks'>,
  gain: number,
  channelCount: number,
  music: readonly number[],
): number[] {
  const limited = limitEnergies(energies, peaks, gain);
  return Array.from(
    { length: Math.max(limited.length, music.length) },
    (_, step) => channelCount * (limited[step] ?? 0) + gain ** 2 * (music[step] ?? 0),
  );
}

function limitEnergies(energies: readonly number[], peaks: readonly number[], gain: number): number[] {
  const ceiling = 10 ** (ceilingDb / 20);
  const release = Math.exp(-meterStepSeconds / limiterReleaseSeconds);
  let limited = 1;
  return energies.map((energy, step) => {
    // The gain falls before a peak.
    const peak = gain * Math.max(peaks[step] ?? 0, peaks[step + 1] ?? 0);
    limited = Math.min(1, peak > ceiling ? ceiling / peak : 1, 1 - (1 - limited) * release);
    return energy * (gain * limited) ** 2;
  });
}
