import { APIError } from 'openai';
import { CodedError } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice } from '#shared/voices.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { readMp3 } from '../provider/read-sound.ts';
import { cleanText } from '../provider/written-text.ts';
import type { Connection } from './connect.ts';
import { getMaxCharacters, getModelLanguageSupport, takesInstructions } from './known-models.ts';
import { describeManner, instructedManners } from './manner-words.ts';
import { addSpeeds } from './speech-voices.ts';
import { getEndpointSpeaker, listOpenAiVoices, requireOpenAiVoice, toVoiceField } from './voice-table.ts';
import { createUsageNote, watchSound } from './watch-sound.ts';

const atSpeed = addSpeeds(new Map(allVoices.map(voice => [voice, getEndpointSpeaker(voice)])));
const tags = new Map(voiceCatalogue.map(voice => [voice.name, voice.tags]));

/** Models with a `speed`, and fewer voices: the API reference, "Create speech". */
const olderModels = /^tts-1(-hd)?(-1106)?$/u;

/** Speaks with OpenAI's speech endpoint; mp3, streamed; premium voices included. The model detects the language from the text. */
export function createOpenAiSpeech(
  { providerName, baseUrl, client, mapError }: Connection,
  model: string,
): SpeechEngine {
  const api = olderModels.test(model) ? 'olderSpeech' : 'speech';

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { text, voice, signal } = request;
    const speaker = typeof voice === 'string' ? getEndpointSpeaker(voice) : requireOpenAiVoice(voice, api);
    const note = createUsageNote(request, providerName, model);
    try {
      const response = await client.audio.speech.create(
        {
          model,
          voice: toVoiceField(speaker),
          input: cleanText(text),
          response_format: 'mp3',
          ...composeStyle(model, request),
        },
        { signal },
      );
      const sound = await readMp3(response.body, error => mapError(error, signal));
      return watchSound(sound, { minSeconds: 0, reportSeconds: note.reportAtEnd() });
    } catch (error) {
      throw note.reportFailure(toVoiceFailure(error, voice) ?? mapError(error, signal));
    }
  }

  return {
    provider: { name: providerName, isOffline: false },
    model,
    identity: JSON.stringify([baseUrl, JSON.stringify([providerName, model, identifySpeakers(model)])]),
    hasPremiumVoices: false,
    maxCharacters: getMaxCharacters(),
    manners: takesInstructions(model) ? instructedManners : undefined,
    listVoices: async () => listOpenAiVoices(api),
    getLanguageSupport: language => getModelLanguageSupport(model, language),
    getSpeaker: getEndpointSpeaker,
    speak,
  };
}

/** A custom voice that the account does not have (any more). The endpoint itself is there. */
function toVoiceFailure(error: unknown, voice: SpeechRequest['voice']): CodedError | undefined {
  if (typeof voice === 'string' || !(error instanceof APIError)) return undefined;
  if (error.status !== 404 && error.param !== 'voice') return undefined;
  return new CodedError('voice_gone', { costsNothing: true });
}

/**
 * Manner, and what distinguishes premium voices that share one of OpenAI's. Without a manner nothing for free voices, whose request
 * is specified.
 */
export function composeStyle(
  model: string,
  { voice, manner }: Pick<SpeechRequest, 'voice' | 'manner'>,
): { speed?: number; instructions?: string } {
  const isPremium = typeof voice === 'string' && !isStandardVoice(voice);
  if (olderModels.test(model)) {
    const { speed = 1 } = (isPremium && atSpeed.get(voice)) || {};
    return speed === 1 ? {} : { speed };
  }
  if (!takesInstructions(model)) return {};
  const sentences = [
    isPremium && `Narrate the text word for word. Your voice: ${tags.get(voice)?.join(', ')}.`,
    describeManner(manner),
  ].filter(Boolean);
  return sentences.length > 0 ? { instructions: sentences.join(' ') } : {};
}

/** Changes with the assignment of voices or styles. */
function identifySpeakers(model: string): string {
  return allVoices
    .map(voice => [getEndpointSpeaker(voice), ...Object.values(composeStyle(model, { voice }))].join(' '))
    .join(' ');
}
