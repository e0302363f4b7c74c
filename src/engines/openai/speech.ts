import type { SpokenSound } from '#shared/speech.ts';
import type { Connection } from '../openai-compatible/connect.ts';
import { getModelLanguageSupport } from '../openai-compatible/openai-languages.ts';
import { maxRequestCharacters } from '../openai-compatible/server-speech.ts';
import { getEndpointSpeaker } from '../openai-compatible/voice-table.ts';
import { createUsageNote, watchSound } from '../openai-compatible/watch-sound.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { cleanText } from '../provider/clean-text.ts';
import { readMp3 } from '../provider/read-mp3.ts';
import { composeStyle, identifySpeakers } from './speaking-voices.ts';

/** Speaks with OpenAI's speech endpoint; mp3, streamed; premium voices included. The model detects the language from the text. */
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
          voice: getEndpointSpeaker(voice),
          input: cleanText(text),
          response_format: 'mp3',
          ...composeStyle(model, voice),
        },
        { signal },
      );
      const sound = await readMp3(response.body, error => mapError(error, signal));
      return watchSound(sound, { minSeconds: 0, reportSeconds: note.reportAtEnd() });
    } catch (error) {
      throw note.reportFailure(mapError(error, signal));
    }
  }

  return {
    provider: { name: providerName, isOffline: false },
    model,
    identity: JSON.stringify([baseUrl, JSON.stringify([providerName, model, identifySpeakers(model)])]),
    hasPremiumVoices: false,
    maxCharacters: maxRequestCharacters,
    getLanguageSupport: language => getModelLanguageSupport(model, language),
    getSpeaker: getEndpointSpeaker,
    speak,
  };
}
