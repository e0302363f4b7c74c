import type { SpokenSound } from '#shared/speech.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { cleanText } from '../provider/clean-text.ts';
import { readMp3 } from '../provider/read-mp3.ts';
import type { Connection } from './connect.ts';
import { getLanguageSupport, getSpeaker, identifySpeakers } from './speaking-voices.ts';

/** The longest text that `tts-1` takes in one request. */
export const maxRequestCharacters = 4096;

/**
 * Speaks with the speech endpoint, as mp3, passed on as it comes; its voices speak for the premium ones, too. The model
 * hears the language from the text, so no language borrows another's voice.
 */
export function createOpenAiSpeech(
  { providerName, baseUrl, isVendor: isOpenAi, client, mapError }: Connection,
  model: string,
): SpeechEngine {
  async function speak({ text, voice, signal }: SpeechRequest): Promise<SpokenSound> {
    try {
      const response = await client.audio.speech.create(
        { model, voice: getSpeaker(voice, { isOpenAi }), input: cleanText(text), response_format: 'mp3' },
        { signal },
      );
      return await readMp3(response.body, error => mapError(error, signal));
    } catch (error) {
      throw mapError(error, signal);
    }
  }

  return {
    provider: { name: providerName, isOffline: false, receives: 'the script' },
    model,
    // One text in another, as it always was: samples that were paid for belong to it.
    identity: JSON.stringify([baseUrl, JSON.stringify([providerName, model, identifySpeakers(isOpenAi)])]),
    hasPremiumVoices: false,
    maxCharacters: maxRequestCharacters,
    getLanguageSupport: language => getLanguageSupport(model, language),
    getSpeaker: voice => getSpeaker(voice, { isOpenAi }),
    speak,
  };
}
