import { z } from 'zod';
import type { Language } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import type { LanguageSupport } from '../ports.ts';
import { cacheList } from '../provider/cached-list.ts';
import {
  createModelChoice,
  type FoundModel,
  isPast,
  type ModelChoice,
  type ModelRole,
} from '../provider/model-choice.ts';
import type { HttpConnection } from '../provider/prepare-connection.ts';
import { listOf, optional, readAnswer } from '../provider/written-text.ts';
import { meansUnknown, toModelPath } from './connect.ts';

/**
 * Our languages on the list of `gemini-3.8-flash-tts`, by name; Norwegian counts as Bokmål, Tagalog as Filipino. Not listed:
 * Ukrainian, Urdu, Welsh and Maori. Source: ai.google.dev/gemini-api/docs/speech-generation, "Supported languages" (132 rows, end
 * of September 2026).
 */
const listedLanguages: ReadonlySet<string> = new Set(
  'en af ar hy az be bs bg ca zh hr cs da nl et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr ne nb fa pl pt ro ru sr sk sl es sw sv tl ta th tr vi'.split(
    ' ',
  ),
);

/** Those that `gemini-3.8-flash-lite-tts` lacks: the same page, 103 rows. */
const fewerLanguages: ReadonlySet<string> = new Set('fi lt sl sw sv th'.split(' '));

/**
 * Facts about the vendor's models by name, because the list of models (`GET /v1beta/models`) lacks modalities and shutdown dates.
 * As of 2026-11-22.
 * Sources: ai.google.dev/gemini-api/docs/models, /docs/deprecations (copy of after 2026-09-22; its dates are "the earliest
 * possible"), /docs/changelog (up to 2026-10-27).
 */
interface KnownModel {
  readonly name: string;
  readonly endsOn?: string;
}

/**
 * Vision and script models for `auto`, first available first: the first answers without thinking and is the cheapest without an end
 * date; the second is better and more expensive; the third is shut down first.
 */
export const chatModels: readonly KnownModel[] = [
  { name: 'gemini-3.5-flash-lite' },
  { name: 'gemini-3.8-flash' },
  { name: 'gemini-3.1-flash-lite', endsOn: '2027-05-07' },
];

/** Speech models, best first: the second lists fewer languages. */
export const speechModels: readonly KnownModel[] = [
  { name: 'gemini-3.8-flash-tts' },
  { name: 'gemini-3.8-flash-lite-tts' },
];

/**
 * Transcription models, best first: the first gives times of words and tells speakers apart; chat models guess times
 * (ai.google.dev/gemini-api/docs/models/gemini-3.5-transcribe).
 */
const transcriptionModels: readonly KnownModel[] = [{ name: 'gemini-3.5-transcribe' }, ...chatModels];

/** Never chosen by `auto`; if configured, they work until their date. */
const endingModels: readonly KnownModel[] = [
  { name: 'gemini-2.5-pro', endsOn: '2026-12-01' },
  { name: 'gemini-2.5-flash', endsOn: '2026-12-01' },
  { name: 'gemini-3.1-flash-tts-preview', endsOn: '2026-12-18' },
  { name: 'gemini-2.5-flash-preview-tts', endsOn: '2026-12-18' },
  { name: 'gemini-2.5-pro-preview-tts', endsOn: '2026-12-18' },
];

function getEndDay(model: string): string | undefined {
  return [...chatModels, ...speechModels, ...endingModels].find(({ name }) => name === model)?.endsOn;
}

/** Only transcribes; takes no instruction. */
export function isTranscriptionModel(model: string): boolean {
  return model.includes('transcribe') && !model.includes('live');
}

const otherKinds =
  /tts|image|live|audio|embedding|robotics|computer-use|omni|transcribe|customtools|nano-banana|deep-research/u;

/** Before 3: without levels of thinking, and with one resolution for all pictures of a request. */
export function isOlder(model: string): boolean {
  return /^gemini-[12]\./u.test(model);
}

/** Thinking levels, lowest first; undefined omits the field. */
export type Thinking = 'MINIMAL' | 'LOW' | undefined;

/**
 * The lowest level of a model: 3.7 and later refuse `MINIMAL`, 2.5 has no levels. Unknown models get the lowest, and more if they
 * refuse it.
 */
export function getMinThinking(model: string): Thinking {
  if (isOlder(model) || isTranscriptionModel(model)) return undefined;
  return /^gemini-(3\.[78]-flash$|4-)/u.test(model) ? 'LOW' : 'MINIMAL';
}

/** By the vendor's list; lists of its earlier models are no longer published. */
export function getLanguageSupport(model: string | undefined, language: Language): LanguageSupport {
  if (!model || !/^gemini-3\.8-flash(-lite)?-tts$/u.test(model)) return { kind: 'unknown' };
  const isLite = model.includes('-lite-');
  const isListed = listedLanguages.has(language.code) && !(isLite && fewerLanguages.has(language.code));
  return { kind: isListed ? 'spoken' : 'unlisted' };
}

/** ISO 639-1, as `SpeechConfig.languageCode` expects; the vendor has its own code for Tagalog. */
export function getVendorCode({ code }: Language): string {
  return code === 'tl' ? 'fil' : code;
}

export interface GeminiRole extends ModelRole {
  /** Vision and script share a kind: every chat model does both. */
  readonly kind: 'chat' | 'speech' | 'transcription';
}

const knownModels = { chat: chatModels, speech: speechModels, transcription: transcriptionModels };
const noModel = {
  chat: engineMessages.noChatModel,
  speech: engineMessages.noSpeechModel,
  transcription: engineMessages.noTranscriptionModel,
};

const freshMs = 60_000;

export function createModelChoices(connection: HttpConnection) {
  const listing = cacheList(signal => readPages(connection, signal));
  return (role: GeminiRole): ModelChoice<FoundModel> =>
    createModelChoice(connection, role, {
      keySetting: 'GEMINI_API_KEY',
      // Not `read`, which hides a refused key behind a cached list.
      list: async signal => (listing.ageMs < freshMs ? listing.known : await listing.refresh(signal)),
      /** An unlisted model, such as a tuned one. */
      async get(name, signal): Promise<ListedModel> {
        await (await connection.call(toModelPath(name), { signal })).body?.cancel();
        return { name, inputTokens: 0, methods: [] };
      },
      expire: listing.expire,
      meansUnknown,
      isAble: model => suits(model, role) && !isPast(getEndDay(model.name)),
      known: knownModels[role.kind].map(({ name }) => name),
      // Those with the largest input first, the newest of them by name.
      compare: (a, b) => b.inputTokens - a.inputTokens || (a.name < b.name ? 1 : -1),
      foundUnknown: 'the newest model; none of those available is known',
      noModel: noModel[role.kind],
      describe,
    });
}

interface ListedModel {
  /** As in requests: without `models/`. */
  readonly name: string;
  /** Maximum input in tokens; 0 if not listed. */
  readonly inputTokens: number;
  readonly methods: readonly string[];
}

/** The vendor's maximum (ai.google.dev/api/models). It has about 60 models. */
const pageSize = '1000';
const maxPages = 5;
const pageSchema = z.object({
  models: listOf(
    z.object({
      name: z.string(),
      inputTokenLimit: optional(z.number()),
      supportedGenerationMethods: optional(z.array(z.string())),
    }),
  ).nullish(),
  nextPageToken: optional(z.string()),
});

async function readPages({ call }: HttpConnection, signal: AbortSignal): Promise<ListedModel[]> {
  const listed: ListedModel[] = [];
  const query = new URLSearchParams({ pageSize });
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await call(`/v1beta/models?${query}`, { signal });
    const { models, nextPageToken } = readAnswer(pageSchema, await answer.json());
    for (const { name, inputTokenLimit, supportedGenerationMethods } of models ?? [])
      listed.push({
        name: name.replace(/^models\//u, ''),
        inputTokens: inputTokenLimit ?? 0,
        methods: supportedGenerationMethods ?? [],
      });
    if (!nextPageToken) break;
    query.set('pageToken', nextPageToken);
  }
  return listed;
}

function describe({ name }: { readonly name: string }, found: string): FoundModel {
  return { model: name, found, endsOn: getEndDay(name) };
}

function suits({ name, methods }: ListedModel, { kind }: GeminiRole): boolean {
  if (kind === 'speech') return /(^|-)tts(-|$)/u.test(name);
  if (knownModels[kind].some(known => known.name === name)) return true;
  // Every chat model of the vendor does vision and script. Gemma refuses some instructions.
  const chats = /^gemini-\d/u.test(name) && !otherKinds.test(name);
  const hears = kind === 'transcription' && isTranscriptionModel(name);
  return (chats || hears) && methods.includes('generateContent');
}
