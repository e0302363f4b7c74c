import { espeakSampleRateHz } from './espeak.ts';
import { finishSound } from './finish-sound.ts';
import { type Flite, fliteSampleRateHz, loadFlite } from './flite.ts';
import type { EnglishVoice } from './flite-voices.ts';

/** Zero crossings of the sinc on each side. */
const reach = 12;
/** Positions between two samples for which the weights are computed; the nearest one is taken. */
const phases = 256;

/** For each phase, the weights of the samples around it: a sinc under a Hann window. */
const weights = Float32Array.from({ length: phases * 2 * reach }, (_, index) => {
  const phase = Math.floor(index / (2 * reach)) / phases;
  const distance = phase + reach - 1 - (index % (2 * reach));
  if (distance === 0) return 1;
  const sinc = Math.sin(Math.PI * distance) / (Math.PI * distance);
  return Math.abs(distance) >= reach ? 0 : sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach));
});

/** In flite's pauses there is noise of up to -49 dB, and its softest sounds lie above -43. */
const edgeLevel = 0.005;

let flite: Promise<Flite> | undefined;

/**
 * Speaks English by flite, which is understood far better than espeak-ng (docs/performance.md).
 * @param text by `toFliteText`
 * @returns samples from -1 to 1 at espeak-ng's rate, none where it is silent
 */
export async function speakEnglish(
  text: string,
  { scale, brightnessDb, ...settings }: EnglishVoice,
): Promise<Float32Array<ArrayBuffer>> {
  flite ??= loadFlite();
  const program = await flite;
  try {
    const raw = program.speak(text, { ...settings, stretch: settings.stretch * scale });
    const samples = changeRate(raw, fliteSampleRateHz * scale, espeakSampleRateHz);
    if (brightnessDb !== undefined) tiltSpectrum(samples, espeakSampleRateHz, brightnessDb);
    return finishSound(samples, espeakSampleRateHz, edgeLevel);
  } catch (error) {
    // A program that broke down is not asked again.
    flite = undefined;
    throw error;
  }
}

/**
 * Reads samples at another rate (band-limited interpolation). Told a rate other than its own, a sound changes its pitch and
 * its resonances together, as from a larger or a smaller head, and its length.
 * @param fromHz at most a third above `toHz`: nothing is filtered out
 */
function changeRate(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  const step = fromHz / toHz;
  const changed = new Int16Array(Math.floor(samples.length / step));
  for (let at = 0; at < changed.length; at++) {
    const position = at * step;
    const before = Math.floor(position);
    const weightsFrom = Math.floor((position - before) * phases) * 2 * reach;
    let sum = 0;
    for (let tap = 0; tap < 2 * reach; tap++)
      sum += (samples[before - reach + 1 + tap] ?? 0) * (weights[weightsFrom + tap] ?? 0);
    changed[at] = clamp(sum);
  }
  return changed;
}

/** Makes what lies above about 1.5 kHz weaker or stronger, in place: a darker or a brighter voice. */
function tiltSpectrum(samples: Int16Array, sampleRateHz: number, gainDb: number): void {
  const gain = 10 ** (gainDb / 20);
  const share = 1 - Math.exp((-2 * Math.PI * 1500) / sampleRateHz);
  let low = 0;
  for (let at = 0; at < samples.length; at++) {
    const sample = samples[at] ?? 0;
    low += share * (sample - low);
    samples[at] = clamp(low + gain * (sample - low));
  }
}

function clamp(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}
