import { joinArrays } from '#shared/join-arrays.ts';
import { limiterReleaseSeconds } from './measure-loudness.ts';

/** The gain falls this long before a peak, to avoid clicks. */
const lookaheadSeconds = 0.005;
/** Smaller changes are not applied: 0.001 dB. */
const untouchedGain = 0.9999;

/** Peaks between samples are estimated by fourfold oversampling (ITU-R BS.1770-4, annex 2). */
const tapCount = 12;
const reach = tapCount / 2;
const between = [0.25, 0.5, 0.75].map(computeTaps);
/** Maximum ratio of a peak between samples to the samples around it. */
const maxExcess = Math.max(...between.map(taps => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));

/**
 * Lowers loud sound, so that no peak, not even between samples, exceeds a ceiling.
 * @param ceilingDb of true peaks, in dB of full scale: less than 0
 */
export function createPeakLimiter(sampleRateHz: number, channelCount: number, ceilingDb: number) {
  const ceiling = 10 ** (ceilingDb / 20);
  const window = Math.round(lookaheadSeconds * sampleRateHz);
  const delaySamples = window + reach;
  const keptSamples = delaySamples + tapCount;
  const plan = createGainPlan(window, 1 - Math.exp(-1 / (limiterReleaseSeconds * sampleRateHz)));
  let kept = Array.from({ length: channelCount }, (): Float32Array => new Float32Array(keptSamples));
  return {
    delaySamples,
    /**
     * Takes the next samples of each channel, equally long, and returns as many, delayed by `delaySamples`, with silence before
     * the first. All channels are lowered equally, which keeps the stereo image.
     */
    add(channels: readonly Float32Array[]): Float32Array[] {
      const known = kept.map((before, index) =>
        joinArrays(Float32Array, [before, channels[index] ?? new Float32Array()]),
      );
      kept = known.map(samples => samples.slice(samples.length - keptSamples));
      const length = (known[0]?.length ?? 0) - keptSamples;
      // Changed in place: the part needed next time was copied.
      const out = known.map(samples => samples.subarray(tapCount, tapCount + length));
      if (plan.isResting() && findLoudest(known) * maxExcess <= ceiling) return out;
      const gains = findWantedGains(known, delaySamples + reach, length, ceiling);
      plan.smooth(gains);
      for (const samples of out)
        for (let at = 0; at < length; at++) samples[at] = (samples[at] as number) * (gains[at] as number);
      return out;
    },
  };
}

/** Smooths gains for single peaks: each is reached `window` steps after its request, when the peak is returned. */
function createGainPlan(window: number, release: number) {
  const wanted = new Float32Array(window + 1).fill(1);
  const before = new Float32Array(window).fill(1);
  let state = { sum: window, gain: 1, at: 0, restingFor: 2 * window };
  return {
    /** At gain 1 for so long that smoothing can be skipped. */
    isResting: () => state.restingFor > 2 * window,
    smooth(gains: Float32Array): void {
      // Local variables for all state that changes per sample: elsewhere each change allocates.
      let { sum, gain, at, restingFor } = state;
      /** Index of the minimum of `wanted`; searched again only when it leaves the window. */
      let leastAt = findLeast(wanted);
      for (let index = 0; index < gains.length; index++, at++) {
        const slot = at % (window + 1);
        wanted[slot] = gains[index] as number;
        if (slot === leastAt) leastAt = findLeast(wanted);
        else if ((wanted[slot] as number) <= (wanted[leastAt] as number)) leastAt = slot;
        const least = wanted[leastAt] as number;
        gain = Math.min(least, gain + (1 - gain) * release);
        if (least === 1 && gain > untouchedGain) gain = 1;
        restingFor = gain === 1 ? restingFor + 1 : 0;
        const gainSlot = at % window;
        sum += gain - (before[gainSlot] as number);
        before[gainSlot] = gain;
        gains[index] = sum / window;
      }
      state = { sum, gain, at, restingFor };
    },
  };
}

function findLeast(values: Float32Array): number {
  let least = 0;
  for (let at = 1; at < values.length; at++)
    if ((values[at] as number) < (values[least] as number)) least = at;
  return least;
}

/** The required gain of each sample from an offset on, 1 if it is soft enough, and the samples of its true peak. */
function findWantedGains(
  channels: readonly Float32Array[],
  from: number,
  length: number,
  ceiling: number,
): Float32Array {
  const level = ceiling / maxExcess;
  const gains = new Float32Array(length).fill(1);
  let searched = 0;
  let lastLoud = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < length; index++) {
    const center = from + index;
    for (; searched <= center + reach; searched++)
      for (const samples of channels) if (Math.abs(samples[searched] as number) > level) lastLoud = searched;
    if (lastLoud <= center - reach) continue;
    const peak = readTruePeak(channels, center);
    if (peak > ceiling) gains[index] = ceiling / peak;
  }
  return gains;
}

/** The maximum of a sample and the values up to the next, in any channel. */
function readTruePeak(channels: readonly Float32Array[], at: number): number {
  let peak = 0;
  for (const samples of channels) {
    peak = Math.max(peak, Math.abs(samples[at] as number));
    for (const taps of between) {
      let sum = 0;
      for (let tap = 0; tap < tapCount; tap++)
        sum += (taps[tap] as number) * (samples[at + tap - reach + 1] as number);
      peak = Math.max(peak, Math.abs(sum));
    }
  }
  return peak;
}

/** A Hann-windowed sinc: weights of the samples around a position between two of them. */
function computeTaps(place: number): number[] {
  return Array.from({ length: tapCount }, (_, tap) => {
    const distance = Math.PI * (tap - reach + 1 - place);
    return (Math.sin(distance) / distance) * (0.5 + 0.5 * Math.cos(distance / reach));
  });
}

function findLoudest(channels: readonly Float32Array[]): number {
  let loudest = 0;
  for (const samples of channels)
    for (let at = 0; at < samples.length; at++) {
      const size = Math.abs(samples[at] as number);
      if (size > loudest) loudest = size;
    }
  return loudest;
}
