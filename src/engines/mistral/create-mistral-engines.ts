import { APIError } from 'openai';
import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import type { Manner, SpokenSound } from '#shared/speech.ts';
import { cleanText } from '../clean-text.ts';
import { createChat, createScript } from '../openai-compatible/chat.ts';
import {
  type ChosenModel,
  createModelChoice,
  type KnownModel,
  type ModelChoice,
  type ModelRole,
} from '../openai-compatible/choose-model.ts';
import {
  answerKinds,
  type Connection,
  clientAt,
  connect,
  findRefusalReason,
} from '../openai-compatible/connect.ts';
import { describeServer, type Server } from '../openai-compatible/server.ts';
import { createUsageNote, watchSound } from '../openai-compatible/speech.ts';
import { ServerVoices } from '../openai-compatible/speech-voices.ts';
import { createTranscription } from '../openai-compatible/transcription.ts';
import { createVision } from '../openai-compatible/vision.ts';
import type {
  EngineOffer,
  EngineVoice,
  FitPictures,
  NamedModels,
  SpeechEngine,
  SpeechRequest,
} from '../ports.ts';
import { cacheList } from '../provider/cached-list.ts';
import { withCost } from '../provider/failure.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { readMp3 } from '../provider/read-sound.ts';
import { listOf, readAnswer } from '../provider/written-text.ts';

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
function createMistralSpeech(server: Server, choice: ModelChoice): SpeechEngine {
  const connection = connect(server.access, spoken);
  const { providerName, baseUrl, mapError } = connection;
  const voices = cacheVoices(connect(server.access, answerKinds.list), choice);

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
      if (fault === 'voice') voices.expire();
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

const pageSize = 100;
const maxPages = 50;

/** The fields of `GET /v1/audio/voices` that are read: docs.mistral.ai/api/endpoint/audio/voices, `VoiceResponse`. */
const voiceSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** A preset's readable id, which the vendor's examples send. */
  slug: z.string().min(1).nullish(),
  /** Such as `fr`, `en_us` or `pt-BR`. */
  languages: z.array(z.string()).nullish(),
  gender: z.string().nullish(),
  age: z.number().nullish(),
  tags: z.array(z.string()).nullish(),
  description: z.string().nullish(),
  /** Null for the vendor's presets. */
  user_id: z.string().nullish(),
});
const pageSchema = z.object({ items: listOf(voiceSchema), total: z.number() });
type Voice = z.output<typeof voiceSchema>;

/** The presets and the account's voices; `assigned`: the presets under our 46 names. */
function cacheVoices(connection: Connection, choice: ModelChoice) {
  return cacheList(async signal => {
    const { apiUrl, name } = await choice.require(signal);
    const voices = await readAllPages(connection, apiUrl, signal);
    return { all: voices.map(describeVoice), assigned: assignPresets(voices, apiUrl, name) };
  });
}

async function readAllPages(connection: Connection, apiUrl: string, signal: AbortSignal): Promise<Voice[]> {
  const read: Voice[] = [];
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const path = `/audio/voices?limit=${pageSize}&offset=${read.length}`;
      const answer = await clientAt(connection, apiUrl).get<unknown>(path, { signal });
      const { items, total } = readAnswer(pageSchema, answer);
      read.push(...items);
      if (items.length === 0 || read.length >= Math.min(total, pageSize * maxPages)) break;
    }
    return read;
  } catch (error) {
    // Listing is free.
    throw withCost(connection.mapError(error, signal), true);
  }
}

const getId = ({ user_id, slug, id }: Voice) => (user_id ? id : (slug ?? id));

const readSex = (gender: Voice['gender']) =>
  (['female', 'male', 'neutral'] as const).find(sex => sex === gender?.toLowerCase());

function readLanguages(codes: Voice['languages']) {
  const found = (codes ?? []).map(code => code.toLowerCase().split(/[_-]/u)[0]);
  return languages.filter(({ code }) => found.includes(code === 'nb' ? 'no' : code) || found.includes(code));
}

function describeVoice(voice: Voice): EngineVoice {
  const { name, gender, age, tags, description, user_id } = voice;
  return {
    id: getId(voice),
    name,
    languages: readLanguages(voice.languages).map(language => language.name),
    sex: readSex(gender),
    ...(age && { age: age < 30 ? 'young' : age < 60 ? 'middle-aged' : 'old' }),
    tags: (tags ?? []).map(tag => tag.toLowerCase()),
    ...(description && { description }),
    ...(user_id && { isOfAccount: true }),
  };
}

/** A speaker of Voxtral 2 has a voice for each emotion, such as "Paul - Sad". */
const isPlain = ({ name }: Voice) => !/ - (?!neutral$)/iu.test(name);

function assignPresets(voices: readonly Voice[], apiUrl: string, model: string): ServerVoices {
  const presets = voices.filter(voice => !voice.user_id && isPlain(voice));
  const spoken = presets.flatMap(voice => {
    const sex = readSex(voice.gender);
    const gender = sex === 'neutral' ? undefined : sex;
    return readLanguages(voice.languages).map(({ code }) => {
      const id = getId(voice);
      return { id, name: id, model, language: code, gender };
    });
  });
  return new ServerVoices({
    apiUrl,
    model,
    found: '',
    voices: spoken,
    hasList: true,
    takesInstructions: false,
  });
}

/**
 * The vendor's models for `auto`, first choice first, as of 2026-11-29. The alias follows the newest small model, which sees pictures
 * and can be kept from thinking (docs.mistral.ai/inference/model-selection-guide).
 */
export const chatModels: readonly KnownModel[] = [
  { name: 'mistral-small-latest' },
  { name: 'mistral-medium-latest' },
];

/** docs.mistral.ai/studio/audio/migrate-from-voxtral-2, "Model mapping". */
export const transcriptionModels: readonly KnownModel[] = [
  { name: 'voxtral-mini-transcribe-3-0' },
  { name: 'voxtral-mini-2602' },
];

export const speechModels: readonly KnownModel[] = [
  { name: 'voxtral-mini-tts-3-0' },
  { name: 'voxtral-mini-tts-2603' },
];

/** Undefined models are chosen from the provider's list. */
export type MistralSettings = ProviderAccess & NamedModels;

const vendorUrl = 'https://api.mistral.ai/v1';

/** The vendor's limits: docs.mistral.ai/studio/conversations/vision. Larger pictures are scaled down there. */
const maxSidePixels = 1540;
const picturesPerRequest = 8;

/** Mistral or a compatible server, if a key or base URL is set. Chats and transcription are those of OpenAI's API. */
export function offerMistral(settings: MistralSettings, fitPictures: FitPictures): EngineOffer {
  const server = describeServer({ ...settings, baseUrl: settings.baseUrl || vendorUrl });
  const { visionModel, scriptModel, speechModel, transcriptionModel } = settings;
  const choose = (
    role: ModelRole['role'],
    setting: string,
    named: string | undefined,
    known: readonly KnownModel[],
  ) => createModelChoice(server, { role, setting, named, known });
  const looks = choose('vision', 'MISTRAL_VISION_MODEL', visionModel, chatModels);
  const writes = choose('script', 'MISTRAL_SCRIPT_MODEL', scriptModel, chatModels);
  const speaks = choose('speech', 'MISTRAL_SPEECH_MODEL', speechModel, speechModels);
  const hears = choose(
    'transcription',
    'MISTRAL_TRANSCRIPTION_MODEL',
    transcriptionModel,
    transcriptionModels,
  );
  const pictures = { fitPictures, maxSidePixels, picturesPerRequest };
  return {
    id: 'mistral',
    vision: createVision(createChat(server, looks, 'json'), pictures),
    script: createScript(createChat(server, writes, 'events')),
    speech: createMistralSpeech(server, speaks),
    transcription: createTranscription(server, hears),
  };
}
