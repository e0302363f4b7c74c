import type { SpokenSound } from '#shared/speech.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice, type Voice } from '#shared/voices.ts';
import type { Connection } from '../openai-compatible/connect.ts';
import { getModelLanguageSupport } from '../openai-compatible/known-models.ts';
import { maxRequestCharacters } from '../openai-compatible/server-speech.ts';
import { addSpeeds } from '../openai-compatible/speech-voices.ts';
import { getEndpointSpeaker } from '../openai-compatible/voice-table.ts';
import { createUsageNote, watchSound } from '../openai-compatible/watch-sound.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { readMp3 } from '../provider/read-sound.ts';
import { cleanText } from '../provider/written-text.ts';

const atSpeed = addSpeeds(new Map(allVoices.map(voice => [voice, getEndpointSpeaker(voice)])));
const tags = new Map(voiceCatalogue.map(voice => [voice.name, voice.tags]));

/** Models with a `speed`, and one with `instructions`: the API reference, "Create speech". */
const modelsWithSpeed = /^tts-1(-hd)?$/u;
const instructedModels = /^gpt-4o-mini-tts/u;

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

/** Distinguishes premium voices that share one of OpenAI's. Empty for free voices, whose request is specified. */
export function composeStyle(model: string, voice: Voice): { speed?: number; instructions?: string } {
  if (isStandardVoice(voice)) return {};
  const { speed = 1 } = atSpeed.get(voice) ?? {};
  if (modelsWithSpeed.test(model) && speed !== 1) return { speed };
  if (!instructedModels.test(model)) return {};
  return { instructions: `Narrate the text word for word. Your voice: ${tags.get(voice)?.join(', ')}.` };
}

/** Changes with the assignment of voices or styles. */
function identifySpeakers(model: string): string {
  return allVoices
    .map(voice => [getEndpointSpeaker(voice), ...Object.values(composeStyle(model, voice))].join(' '))
    .join(' ');
}
