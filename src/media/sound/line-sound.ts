import { joinArrays } from '#shared/join-arrays.ts';
import { createTempoChanger } from './change-tempo.ts';
import type { PlainSound } from './plain-sound.ts';
import { createResampler } from './resample.ts';

/** Below this, the ends of a line count as silence: -50 dB, below the breath before a word. */
const silenceLevel = 0.003;
/** Kept at both ends, for soft consonants. */
const keptSeconds = 0.02;
/** For empty sound. */
const usualRateHz = 24_000;

/** Joins the pieces of a sound; pieces of another rate than the first are resampled. */
export async function collectSound(pieces: AsyncIterable<PlainSound>): Promise<PlainSound> {
  const collected: Float32Array[] = [];
  let sampleRateHz: number | undefined;
  let group: { readonly rateHz: number; readonly samples: Float32Array[] } | undefined;
  const endGroup = () => {
    if (group)
      collected.push(changeRate(joinArrays(Float32Array, group.samples), group.rateHz, sampleRateHz));
    group = undefined;
  };
  for await (const { sampleRateHz: rateHz, samples } of pieces) {
    sampleRateHz ??= rateHz;
    if (group && group.rateHz !== rateHz) endGroup();
    group ??= { rateHz, samples: [] };
    group.samples.push(samples);
  }
  endGroup();
  // Copying minutes of sound once more would block the event loop as long again.
  const [first = new Float32Array(), ...rest] = collected;
  const samples = rest.length === 0 ? first : joinArrays(Float32Array, collected);
  return { sampleRateHz: sampleRateHz ?? usualRateHz, samples };
}

export function changeRate(samples: Float32Array, fromHz: number, toHz = fromHz): Float32Array {
  if (fromHz === toHz) return samples;
  const resampler = createResampler(fromHz, toHz);
  return joinArrays(Float32Array, [resampler.add(samples), resampler.finish()]);
}

/** Removes silence at both ends. Silent sound becomes empty. */
export function trimSilence({ sampleRateHz, samples }: PlainSound): PlainSound {
  const isAudible = (sample: number) => Math.abs(sample) > silenceLevel;
  const first = samples.findIndex(isAudible);
  if (first < 0) return { sampleRateHz, samples: new Float32Array() };
  const kept = Math.round(keptSeconds * sampleRateHz);
  const last = samples.findLastIndex(isAudible);
  return { sampleRateHz, samples: samples.subarray(Math.max(0, first - kept), last + 1 + kept) };
}

/** @param speed 0.5 to 2; the duration is divided by it, the pitch stays */
export function changeSpeed({ sampleRateHz, samples }: PlainSound, speed: number): PlainSound {
  if (speed === 1) return { sampleRateHz, samples };
  const changer = createTempoChanger(speed, sampleRateHz);
  return { sampleRateHz, samples: joinArrays(Float32Array, [changer.add(samples), changer.finish()]) };
}

export function getSeconds({ sampleRateHz, samples }: PlainSound): number {
  return samples.length / sampleRateHz;
}
