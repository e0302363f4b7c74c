import type { TimeSpan } from '#shared/script/gaps.ts';
import type { PlainSound } from '../sound/channels.ts';
import { computeLufs, createLoudnessMeter, meterStepSeconds } from '../sound/loudness-meter.ts';
import type { MixSettings } from './mix-settings.ts';

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
  let meter: ReturnType<typeof createLoudnessMeter> | undefined;
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
  return {
    energies: meter?.energies ?? [],
    peaks,
    spans: findSpans(peaks),
    seconds,
  };
}

function findSpans(peaks: readonly number[]): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const [step, peak] of peaks.entries()) {
    if (peak <= audiblePeak) continue;
    const startSeconds = step * meterStepSeconds;
    const endSeconds = startSeconds + meterStepSeconds;
    const last = spans.at(-1);
    if (last && startSeconds - last.endSeconds < joinedPauseSeconds)
      spans[spans.length - 1] = { startSeconds: last.startSeconds, endSeconds };
    else spans.push({ startSeconds, endSeconds });
  }
  return spans;
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
