import { readPlain } from '#media/mp3/decode-mp3.ts';
import type { SpokenSound } from '#shared/speech.ts';

export interface SoundFacts {
  readonly seconds: number;
  /** The largest absolute sample, at most 1. */
  readonly peak: number;
}

/**
 * Decodes a sound to its end, up to a limit.
 * @throws CodedError `provider_garbage` if it contains no sound; errors of the engine
 */
export async function measureSound(
  sound: SpokenSound,
  mostSeconds: number,
  signal: AbortSignal,
): Promise<SoundFacts> {
  let seconds = 0;
  let peak = 0;
  for await (const { samples, sampleRateHz } of readPlain(sound, signal)) {
    seconds += samples.length / sampleRateHz;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    if (seconds > mostSeconds) break;
  }
  return { seconds, peak };
}
