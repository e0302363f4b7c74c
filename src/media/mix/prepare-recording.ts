import { gateNoise } from '../sound/gate-noise.ts';
import { trimSilence } from '../sound/line-sound.ts';
import { computeLufs, createLoudnessMeter } from '../sound/loudness-meter.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { createPeakLimiter } from './limit-peaks.ts';
import { ceilingDb } from './measure-voice.ts';
import { webLufs } from './mix-settings.ts';

/** What a voice has in one channel when a mix has it in two at the loudness of the web. */
export const usualVoiceLufs = webLufs - 10 * Math.log10(2);
/** A microphone that is turned down so far gives noise. */
const maxGainDb = 40;

/** Loudness of a sound in one channel, in LUFS; undefined for silence. */
export function measureLufs({ sampleRateHz, samples }: PlainSound): number | undefined {
  const meter = createLoudnessMeter(sampleRateHz, 1);
  // A block is 0.4 s: shorter sound is measured with silence behind it, which does not count.
  meter.add([samples]);
  meter.add([new Float32Array(Math.round(0.4 * sampleRateHz))]);
  return computeLufs(meter.energies);
}

/**
 * A recording as a line of the narration: less noise in its pauses, as loud as the other lines, no silence at its ends.
 * @param lufs of the other lines, one channel
 * @returns undefined for silence
 */
export function prepareRecording(recording: PlainSound, lufs = usualVoiceLufs): PlainSound | undefined {
  const gated = gateNoise(recording);
  const measured = measureLufs(gated);
  if (measured === undefined) return undefined;
  const gain = 10 ** (Math.min(maxGainDb, lufs - measured) / 20);
  const loud = {
    ...gated,
    samples: limit(
      gated.samples.map(sample => gain * sample),
      gated.sampleRateHz,
    ),
  };
  const trimmed = trimSilence(loud);
  return trimmed.samples.length > 0 ? trimmed : undefined;
}

function limit(samples: Float32Array, sampleRateHz: number): Float32Array {
  const limiter = createPeakLimiter(sampleRateHz, 1, ceilingDb);
  const delayed = new Float32Array(samples.length + limiter.delaySamples);
  delayed.set(samples);
  const [limited = samples] = limiter.add([delayed]);
  return limited.subarray(limiter.delaySamples);
}
