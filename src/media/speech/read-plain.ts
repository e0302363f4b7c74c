import { untilCancelled } from '#shared/async/until-cancelled.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { decodeMp3 } from '../mp3/decode-mp3.ts';
import type { PlainSound } from '../sound/plain-sound.ts';

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
