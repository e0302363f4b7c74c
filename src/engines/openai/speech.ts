import type { SpokenSound } from '#shared/speech.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { cleanText } from '../provider/clean-text.ts';
import { readMp3 } from '../provider/read-mp3.ts';
import type { Connection } from './connect.ts';
import { composeManner, getModelLanguageSupport, getSpeaker, identifySpeakers } from './speaking-voices.ts';
import { createUsageNote } from './speech-servers/note-usage.ts';
import { watchSound } from './speech-servers/watch-sound.ts';

/** The longest text that `tts-1` takes in one request. */
export const maxRequestCharacters = 4096;

/**
 * Speaks with OpenAI's own speech endpoint, as mp3, passed on as it comes; its voices speak for the premium ones, too. The model
 * hears the language from the text, so no language borrows another's voice.
 */
export function createOpenAiSpeech(
  { providerName, baseUrl, client, mapError }: Connection,
  model: string,
): SpeechEngine {
  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { text, voice, signal } = request;
    const note = createUsageNote(request, providerName, model);
    try {
      const response = await client.audio.speech.create(
        {
          model,
          voice: getSpeaker(voice),
          input: cleanText(text),
          response_format: 'mp3',
          ...composeManner(model, voice),
        },
        { signal },
      );
      const sound = await readMp3(response.body, error => mapError(error, signal));
      return watchSound(sound, { leastSeconds: 0, tellSeconds: note.tellAtEnd() });
    } catch (error) {
      throw note.tellFailure(mapError(error, signal));
    }
  }

  return {
    provider: { name: providerName, isOffline: false, receives: 'the script' },
    model,
    identity: JSON.stringify([baseUrl, JSON.stringify([providerName, model, identifySpeakers(model)])]),
    hasPremiumVoices: false,
    maxCharacters: maxRequestCharacters,
    getLanguageSupport: language => getModelLanguageSupport(model, language),
    getSpeaker,
    speak,
  };
}
