import { cleanText } from '#engines/clean-text.ts';
import type { SpeechEngine } from '#engines/ports.ts';
import { readMp3 } from '#engines/provider/read-sound.ts';
import type { Connection } from './connect.ts';

/** From the vendor's page of languages. */
const listed = new Set(['en', 'fr']);

export function createParrotSpeech(
  { providerName, baseUrl, post, mapError }: Connection,
  model: string,
): SpeechEngine {
  return {
    provider: { name: providerName, isOffline: false },
    model,
    identity: JSON.stringify(['Parrot', baseUrl, model]),
    hasPremiumVoices: true,
    maxCharacters: 2000,
    getLanguageSupport: ({ code }) => ({ kind: listed.has(code) ? 'spoken' : 'unlisted' }),
    getSpeaker: voice => voice,
    speak: ({ text, voice, language, signal }) => {
      const body = { model, voice, language: language.code, text: cleanText(text) };
      return post('/speak', body, signal, answer => readMp3(answer.body, error => mapError(error, signal)));
    },
  };
}
