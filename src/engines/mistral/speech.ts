import { APIError } from 'openai';
import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import type { Manner, SpokenSound } from '#shared/speech.ts';
import type { ChosenModel, ModelChoice } from '../openai-compatible/choose-model.ts';
import { answerKinds, clientAt, connect } from '../openai-compatible/connect.ts';
import { findRefusalReason } from '../openai-compatible/map-error.ts';
import type { Server } from '../openai-compatible/server.ts';
import { createUsageNote, watchSound } from '../openai-compatible/speech.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { readMp3 } from '../provider/read-sound.ts';
import { cleanText, readAnswer } from '../provider/written-text.ts';
import { createVoiceList } from './voice-list.ts';

/** "Keep prompts under 300 words": docs.mistral.ai/studio-api/audio/text_to_speech/speech. */
const maxCharacters = 1500;
/** Six minutes of Chinese at 128 kbit/s, in base64, are 8 MB. */
const spoken = { ...answerKinds.json, maxBytes: 16 * 2 ** 20 };
const answerSchema = z.object({ audio_data: z.string() });

/**
 * Values of emotion tags that the vendor's page shows: docs.mistral.ai/studio/audio/text-to-speech/emotion-tags. Voxtral 2 has none,
 * and its alias `latest` may still mean that.
 */
const emotions: Partial<Record<Manner, string>> = { calm: 'calm', cheerful: 'happy' };
const performedManners = ['calm', 'cheerful'] as const satisfies readonly Manner[];
const performs = (model: string | undefined) => model !== undefined && /-tts-3/u.test(model);

/**
 * Speaks with Voxtral; mp3, whole. The voice decides the language; there is no field for it.
 * Fields: docs.mistral.ai/api/endpoint/audio/speech.
 */
export function createMistralSpeech(server: Server, choice: ModelChoice): SpeechEngine {
  const connection = connect(server.access, spoken);
  const { providerName, baseUrl, mapError } = connection;
  const voices = createVoiceList(connect(server.access, answerKinds.list), choice);

  async function findVoiceId({ voice, language, signal }: SpeechRequest): Promise<string> {
    if (typeof voice !== 'string') return voice.id;
    return (await voices.read(signal)).assigned.choose(voice, language).voice.id;
  }

  async function ask({ name, apiUrl }: ChosenModel, voiceId: string, request: SpeechRequest) {
    const { text, manner, signal } = request;
    const emotion = manner && performs(name) ? emotions[manner] : undefined;
    const body = {
      model: name,
      input: `${emotion ? `[emotion=${emotion}]` : ''}${cleanText(text)}`,
      voice_id: voiceId,
      response_format: 'mp3',
    };
    return await clientAt(connection, apiUrl).post<unknown>('/audio/speech', { body, signal });
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { signal, voice } = request;
    const chosen = await choice.require(signal);
    const voiceId = await findVoiceId(request);
    const note = createUsageNote(request, providerName, chosen.name);
    try {
      const { audio_data } = readAnswer(answerSchema, await ask(chosen, voiceId, request));
      const { body } = new Response(Buffer.from(audio_data, 'base64'));
      const sound = await readMp3(body, error => mapError(error, signal));
      return watchSound(sound, { minSeconds: 0, reportSeconds: note.reportAtEnd() });
    } catch (error) {
      const mapped = mapError(error, signal);
      const fault = signal.aborted ? undefined : findFault(error);
      if (fault === 'model') choice.reject(chosen.name);
      if (fault === 'voice') voices.forget();
      const isOwn = typeof voice !== 'string';
      if (fault === 'text' || (fault === 'voice' && isOwn))
        throw new CodedError(fault === 'text' ? 'content_refused' : 'voice_gone', {
          cause: mapped.cause,
          costsNothing: true,
        });
      throw note.reportFailure(mapped);
    }
  }

  return {
    provider: { name: providerName, isOffline: false },
    get model() {
      return choice.model;
    },
    get identity() {
      return JSON.stringify([baseUrl, providerName, choice.model, voices.known?.assigned.identity]);
    },
    hasPremiumVoices: false,
    maxCharacters,
    get manners() {
      return performs(choice.model) ? performedManners : undefined;
    },
    listVoices: async signal => (await voices.read(signal)).all,
    getLanguageSupport: language =>
      voices.known?.assigned.getLanguageSupport(language) ?? { kind: 'unknown' },
    getSpeaker: (voice, language) => voices.known?.assigned.getSpeaker(voice, language) ?? voice,
    async checkReadiness(signal) {
      const readiness = await choice.checkReadiness(signal);
      // Which languages it speaks is known by its voices only.
      if (readiness.kind === 'ready') await voices.read(signal).catch(() => undefined);
      return readiness;
    },
    speak,
  };
}

/**
 * What was refused, by docs.mistral.ai/resources/error-glossary: an unknown voice is a 404, what is no id a validation error.
 * Moderation of texts answers 403 (docs.mistral.ai/studio-api/audio/text_to_speech/speech), as does a model outside of the plan.
 */
function findFault(error: unknown): 'model' | 'voice' | 'text' | undefined {
  if (!(error instanceof APIError)) return undefined;
  const { status, message } = error;
  if (findRefusalReason(error) === 'unknown_model') return 'model';
  if (status === 404 || ((status === 400 || status === 422) && /voice/iu.test(message))) return 'voice';
  return status === 403 && !/\b(?:access|permi|subscri|tier|plan)/iu.test(message) ? 'text' : undefined;
}
