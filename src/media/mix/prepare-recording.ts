import type { PlainSound } from '../sound/channels.ts';
import { trimSilence } from '../sound/line-sound.ts';
import { createPeakLimiter } from './limit-peaks.ts';
import { ceilingDb, computeLufs, createLoudnessMeter } from './measure-loudness.ts';
import { webLufs } from './mix-settings.ts';

const frameSeconds = 0.01;
/** Of the frames, softest first: what lies between words, and what is certainly said. */
const shares = { noise: 0.1, speech: 0.95 } as const;
/** Louder than the noise by this is speech. */
const openDb = 8;
/** Speech is never closed out, however loud the noise: its soft ends are at most this much below its loud parts. */
const softestSpeechDb = 20;
/** Attenuation of pauses: what is left of the room does not cut off. */
const closedDb = 18;
/** Open before a word, for its first consonant, and after it, for its last. */
const aheadSeconds = 0.05;
const holdSeconds = 0.2;

function gateNoise({ sampleRateHz, samples }: PlainSound): PlainSound {
  const frame = Math.max(1, Math.round(frameSeconds * sampleRateHz));
  const levels = measureFrames(samples, frame);
  const threshold = findThreshold(levels);
  const open = findOpen(levels.map(level => level > threshold));
  const closed = 10 ** (-closedDb / 20);
  const gated = new Float32Array(samples.length);
  let gain = open[0] ? 1 : closed;
  for (const [index, isOpen] of open.entries()) {
    const wanted = isOpen ? 1 : closed;
    const from = index * frame;
    const to = Math.min(samples.length, from + frame);
    for (let at = from; at < to; at++)
      gated[at] = (samples[at] as number) * (gain + ((wanted - gain) * (at - from)) / frame);
    gain = wanted;
  }
  return { sampleRateHz, samples: gated };
}

/** In dB of full scale. */
function measureFrames(samples: Float32Array, frame: number): number[] {
  return Array.from({ length: Math.ceil(samples.length / frame) }, (_, index) => {
    const part = samples.subarray(index * frame, (index + 1) * frame);
    let sum = 0;
    for (let at = 0; at < part.length; at++) sum += (part[at] as number) ** 2;
    return 10 * Math.log10(sum / part.length + 1e-12);
  });
}

function findThreshold(levels: readonly number[]): number {
  const sorted = levels.toSorted((one, other) => one - other);
  const read = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return Math.min(read(shares.noise) + openDb, read(shares.speech) - softestSpeechDb);
}

function findOpen(isLoud: readonly boolean[]): boolean[] {
  const open = isLoud.map(() => false);
  const ahead = Math.round(aheadSeconds / frameSeconds);
  const hold = Math.round(holdSeconds / frameSeconds);
  for (const [index, each] of isLoud.entries())
    if (each) open.fill(true, Math.max(0, index - ahead), index + hold + 1);
  return open;
}

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

/** Less noise in its pauses, as loud as the other lines, no silence at its ends. @returns undefined for silence */
export function prepareRecording(recording: PlainSound, lufs = usualVoiceLufs): PlainSound | undefined {
  const gated = gateNoise(recording);
  const measured = measureLufs(gated);
  if (measured === undefined) return undefined;
  const gain = 10 ** (Math.min(maxGainDb, lufs - measured) / 20);
  const loud = gated.samples.map(sample => gain * sample);
  const trimmed = trimSilence({ ...gated, samples: limit(loud, gated.sampleRateHz) });
  return trimmed.samples.length > 0 ? trimmed : undefined;
}

function limit(samples: Float32Array, sampleRateHz: number): Float32Array {
  const limiter = createPeakLimiter(sampleRateHz, 1, ceilingDb);
  const delayed = new Float32Array(samples.length + limiter.delaySamples);
  delayed.set(samples);
  const [limited = samples] = limiter.add([delayed]);
  return limited.subarray(limiter.delaySamples);
}
