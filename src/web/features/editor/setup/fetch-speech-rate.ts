import { speechRateAnswerSchema } from '#shared/api/speech-rates.ts';
import type { LanguageName } from '#shared/languages.ts';
import { type SpeechRate, startRate } from '#shared/script/estimate-speech.ts';
import { callServer } from '../../lib/call-server.ts';
import type { SpokenWith } from '../line-editor/public.ts';

/**
 * How fast the voice speaks, as far as the server has measured it.
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function fetchSpeechRate(
  { voice, provider }: SpokenWith,
  language: LanguageName,
  signal: AbortSignal,
): Promise<SpeechRate> {
  const query = new URLSearchParams({ voice, language, ...(provider && { provider }) });
  const response = await callServer(`/api/speech-rates?${query}`, { signal });
  const { factor } = speechRateAnswerSchema.parse(await response.json());
  return startRate(language, factor);
}
