import type { SpokenSound } from '#shared/speech.ts';
import { decodeMp3 } from './decode-mp3.ts';
import type { PlainSound } from './encode-mp3.ts';
import { untilCancelled } from './until-cancelled.ts';

/**
 * The samples of a sound as they come, whatever its form.
 * @throws CodedError what the sound throws, `provider_garbage` for an mp3 without sound, `client_closed`
 */
export async function* readPlain(
  sound: SpokenSound,
  signal: AbortSignal,
): AsyncGenerator<PlainSound, void, undefined> {
  if (sound.format === 'mp3') {
    yield* decodeMp3(untilCancelled(sound.bytes, signal));
    return;
  }
  const { sampleRateHz } = sound;
  for await (const samples of untilCancelled(sound.samples, signal)) yield { sampleRateHz, samples };
}
