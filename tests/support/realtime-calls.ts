import { createRealtimeSpeech } from '#engines/openai-realtime/speech.ts';
import type { SpeechEngine, SpeechRequest, Usage } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { testKey } from './provider-calls.ts';
import type { RealtimeStandIn } from './realtime-stand-in.ts';

/** A real engine for a stand-in, without retries by default. */
export function createTestRealtime(
  standIn: RealtimeStandIn,
  changes: { maxRetries?: number; timeoutMs?: number } = {},
): SpeechEngine {
  const access = { apiKey: testKey, baseUrl: standIn.baseUrl, maxRetries: 0, ...changes };
  return createRealtimeSpeech(access, 'gpt-realtime-2.1-mini');
}

/** One sentence: the beginning of a script, or a later one with `previousText`. */
export function composeSpeechRequest(changes: Partial<SpeechRequest> = {}): SpeechRequest {
  return {
    text: 'A dog waits in the warm sun.',
    voice: 'nova',
    language: getLanguage('English'),
    signal: new AbortController().signal,
    ...changes,
  };
}

/** Speaks to the end. @returns seconds of sound */
export async function speakSeconds(
  speech: SpeechEngine,
  changes: Partial<SpeechRequest> = {},
): Promise<number> {
  return (await speakSamples(speech, changes)).length / 24_000;
}

export async function speakSamples(
  speech: SpeechEngine,
  changes: Partial<SpeechRequest> = {},
): Promise<Float32Array> {
  const sound = await speech.speak(composeSpeechRequest(changes));
  if (sound.format !== 'pcm') throw new TypeError('The Realtime API speaks plain sound');
  const pieces: Float32Array[] = [];
  for await (const piece of sound.samples) pieces.push(piece);
  const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}

export function collectUsage(): { readonly noted: Usage[]; noteUsage(usage: Usage): void } {
  const noted: Usage[] = [];
  return { noted, noteUsage: usage => noted.push(usage) };
}
