import {
  createElevenLabsSpeech,
  type ElevenLabsSettings,
} from '#engines/elevenlabs/create-elevenlabs-engines.ts';
import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';

/** A key that must not appear outside of requests. */
export const testKey = 'Tr0ub4dor3verySecretW0rdsOfElevenLabs';

/** A real engine for a stand-in, without retries by default. */
export function createTestSpeech(baseUrl: string, changes: Partial<ElevenLabsSettings> = {}): SpeechEngine {
  return createElevenLabsSpeech({
    apiKey: testKey,
    baseUrl,
    model: 'eleven_multilingual_v2',
    maxRetries: 0,
    ...changes,
  });
}

/** Speaks to the last byte. @returns the number of bytes */
export async function speakWhole(
  speech: SpeechEngine,
  changes: Partial<SpeechRequest> = {},
): Promise<number> {
  let bytes = 0;
  for await (const piece of await beginSpeaking(speech, changes)) bytes += piece.byteLength;
  return bytes;
}

export async function beginSpeaking(
  speech: SpeechEngine,
  changes: Partial<SpeechRequest> = {},
): Promise<AsyncIterable<Uint8Array>> {
  const signal = new AbortController().signal;
  const language = getLanguage('English');
  const sound = await speech.speak({ text: 'A dog runs.', voice: 'Rachel', language, signal, ...changes });
  if (sound.format !== 'mp3') throw new TypeError('ElevenLabs speaks mp3');
  return sound.bytes;
}
