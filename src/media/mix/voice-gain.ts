import { computeLufs, meterStepSeconds } from '../sound/loudness-meter.ts';
import type { VoiceMeasure } from './measure-voice.ts';
import type { MixSettings } from './mix-settings.ts';

/**
 * True peaks stay below this, in dB of full scale. What is promised is -1: coding changes peaks by a few tenths of a dB.
 */
export const ceilingDb = -1.8;
/** How fast a limiter lets go again: what is missing becomes a third in so long. */
export const limiterReleaseSeconds = 0.1;

/** More tries change less than a hundredth of a dB. */
const tries = 6;

/**
 * How much louder a voice must be made to be as loud as is wanted, once its peaks were limited: peaks are what limiting takes
 * from, and with them a part of the loudness, which is given back.
 * @param channelCount in how many channels it is heard: two are louder than one
 * @returns a factor; 1 where the voice says nothing
 */
export function computeVoiceGain(
  { energies, peaks }: Pick<VoiceMeasure, 'energies' | 'peaks'>,
  { loudnessLufs, voiceDb }: Pick<MixSettings, 'loudnessLufs' | 'voiceDb'>,
  channelCount: number,
): number {
  const wantedLufs = loudnessLufs + voiceDb - 10 * Math.log10(channelCount);
  let gain = 1;
  for (let each = 0; each < tries; each++) {
    const lufs = computeLufs(limitEnergies(energies, peaks, gain));
    if (lufs === undefined) return 1;
    gain *= 10 ** ((wantedLufs - lufs) / 20);
  }
  return gain;
}

/** The energies of a voice that was made louder and then limited. */
function limitEnergies(energies: readonly number[], peaks: readonly number[], gain: number): number[] {
  const ceiling = 10 ** (ceilingDb / 20);
  const release = Math.exp(-meterStepSeconds / limiterReleaseSeconds);
  let limited = 1;
  return energies.map((energy, step) => {
    // The gain is low already before a peak.
    const peak = gain * Math.max(peaks[step] ?? 0, peaks[step + 1] ?? 0);
    limited = Math.min(1, peak > ceiling ? ceiling / peak : 1, 1 - (1 - limited) * release);
    return energy * (gain * limited) ** 2;
  });
}
