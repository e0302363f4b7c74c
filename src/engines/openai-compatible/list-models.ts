import { z } from 'zod';
import { optional } from '../provider/written-text.ts';

/** A model as its server describes it. Unknown facts are undefined, not false. */
export interface ServerModel {
  readonly name: string;
  readonly owner?: string | undefined;
  readonly writes?: boolean | undefined;
  readonly seesPictures?: boolean | undefined;
  readonly speaks?: boolean | undefined;
  readonly transcribes?: boolean | undefined;
  readonly voices?: readonly ListedVoice[] | undefined;
  /** Longest context by design, in tokens. The server may configure far less. */
  readonly contextTokens?: number | undefined;
  readonly isRemote?: boolean | undefined;
  /** Shutdown date by the server's list: ISO, such as `2027-01-14`. */
  readonly endsOn?: string | undefined;
}

/** Longer than any real list; the bytes are limited, too. */
const maxEntries = 5000;

const name = z.string().min(1).max(300);
const text = z.string().optional().catch(undefined);
const truth = z.boolean().optional().catch(undefined);
const count = z.number().int().positive().optional().catch(undefined);
const day = z
  .string()
  .transform(time => time.slice(0, 10))
  .pipe(z.iso.date())
  .optional()
  .catch(undefined);
const words = z.array(z.string()).optional().catch(undefined);

const abilitiesSchema = z.looseObject({
  vision: truth,
  completion_chat: truth,
  audio_transcription: truth,
  audio_speech: truth,
});

/** A name, or an object: Kokoro-FastAPI since 0.4 `{id, name}`, speaches `{id, name, language, gender}`. */
const voiceSchema = z
  .union([name.transform(id => ({ id })), z.object({ id: text, name: text, language: text, gender: text })])
  .transform((voice: Partial<Record<'id' | 'name' | 'language' | 'gender', string | undefined>>) => ({
    name: voice.id ?? voice.name ?? '',
    language: voice.language,
    gender: voice.gender,
  }))
  .refine(voice => voice.name !== '');
export type ListedVoice = Partial<z.output<typeof voiceSchema>> & { readonly name: string };

/**
 * A model list entry of any server: OpenAI's `/v1/models`; vLLM `max_model_len`; llama.cpp `meta`, `status` and `architecture`
 * (tools/server/README.md); OpenRouter `architecture`, `context_length`, `supported_voices`, `expiration_date` (its OpenAPI file);
 * Groq `context_window`; Mistral and LM Studio `capabilities` as an object, Ollama's `/api/tags` and LocalAI as a list of words; LM
 * Studio `type` and `key`; speaches `task` and `voices`; a bare name.
 */
const entrySchema = z.union([name.transform(id => entryObject.parse({ id })), z.lazy(() => entryObject)]);
const entryObject = z.looseObject({
  id: text,
  key: text,
  name: text,
  owned_by: text,
  type: text,
  task: text,
  shutdown_date: day,
  expiration_date: day,
  /** Mistral's. */
  deprecation: day,
  max_model_len: count,
  context_length: count,
  context_window: count,
  max_context_length: count,
  details: optional(z.looseObject({ context_length: count })),
  meta: optional(z.looseObject({ n_ctx: count, n_ctx_train: count })),
  architecture: optional(z.looseObject({ input_modalities: words, output_modalities: words })),
  capabilities: optional(z.union([z.array(z.string()), abilitiesSchema])),
  status: optional(z.looseObject({ failed: truth })),
  remote_host: text,
  voices: z.array(voiceSchema).optional().catch(undefined),
  supported_voices: z.array(voiceSchema).optional().catch(undefined),
});

type ModelEntry = z.output<typeof entryObject>;

/** The list in a response: bare, or under one of these names; null counts as empty. */
function findList(body: unknown, names: readonly string[]): unknown[] | undefined {
  if (Array.isArray(body)) return body.slice(0, maxEntries);
  if (typeof body !== 'object' || body === null) return undefined;
  const object: Readonly<Record<string, unknown>> = { ...body };
  const list = names.map(each => object[each]).find(each => Array.isArray(each) || each === null);
  return list === undefined ? undefined : ((list as unknown[] | null) ?? []).slice(0, maxEntries);
}

function readAll<T extends z.ZodType>(list: unknown[] | undefined, schema: T): z.output<T>[] | undefined {
  return list?.flatMap(each => schema.safeParse(each).data ?? []) as z.output<T>[] | undefined;
}

export function readEntries(body: unknown): ModelEntry[] | undefined {
  return readAll(findList(body, ['data', 'models']), entrySchema);
}

export function readVoices(body: unknown): ListedVoice[] | undefined {
  return readAll(findList(body, ['voices', 'data']), voiceSchema);
}

const piperSchema = z.record(
  z.string(),
  z.looseObject({ language: z.looseObject({ code: z.string() }), num_speakers: z.number() }),
);

/** Piper's own list: the configuration of each voice by its name (OHF-Voice/piper1-gpl, http_server.py). Undefined for anything else. */
export function readPiperVoices(body: unknown): ListedVoice[] | undefined {
  const read = piperSchema.safeParse(body);
  if (!read.success || Object.keys(read.data).length === 0) return undefined;
  return Object.entries(read.data).map(([name, { language }]) => ({ name, language: language.code }));
}

/** Speech models, by words in their names. */
const speaking =
  /(?:^|[^a-z0-9])(?:x?tts|kokoros?|piper|orpheus|chatterbox|bark|speech|voice|parler|voxcpm|vibevoice|omnivoice|cosyvoice|indextts|neutts|supertonic|kittentts|kitten-tts|dia)(?:[^a-z]|$)/iu;
/** Models that neither write nor speak, by words in their names: embedding, transcription, image, moderation, realtime. */
const notWriting =
  /(?:^|[^a-z0-9])(?:embed|embedding|embeddings|rerank|reranker|bge|minilm|whisper|parakeet|transcribe|moderation|dall-e|gpt-image|image|sdxl|flux|stable-diffusion|sora|realtime|audio|babbage|davinci)(?:[^a-z]|$)/iu;

/** Facts from the entries, else from the names. Entries without a name, or that failed to load, are dropped. */
export function describeEntries(entries: readonly ModelEntry[]): ServerModel[] {
  return entries.flatMap(entry => {
    const known = name.safeParse(entry.id ?? entry.key ?? entry.name);
    return known.success && !entry.status?.failed ? [describeEntry(known.data, entry)] : [];
  });
}

function describeEntry(name: string, entry: ModelEntry): ServerModel {
  const speaks = findSpeaks(name, entry);
  return {
    name,
    owner: entry.owned_by,
    speaks,
    writes: findWrites(name, entry, speaks),
    transcribes: findTranscribes(name, entry),
    seesPictures: findSees(entry),
    voices: entry.voices ?? entry.supported_voices,
    contextTokens: findContext(entry),
    isRemote: entry.remote_host !== undefined && entry.remote_host !== '',
    endsOn: entry.shutdown_date ?? entry.expiration_date ?? entry.deprecation,
  };
}

/** Models that transcribe, by words in their names; not those for live sound only. */
const transcribing =
  /whisper|parakeet|canary|voxtral|moonshine|transcri(?:be|pt)|(?:^|[^a-z])(?:asr|stt)(?:[^a-z]|$)/iu;
const live = /realtime|live|tts/iu;

/** Sources as at `entrySchema`; LocalAI: core/config, `transcript`; Mistral: docs.mistral.ai/api, `audio_transcription`. */
function findTranscribes(name: string, { task, architecture, capabilities }: ModelEntry): boolean {
  // OpenRouter takes sound in its own form only, and llama.cpp has no such endpoint.
  if (architecture?.output_modalities) return false;
  if (Array.isArray(capabilities)) return capabilities.includes('transcript');
  if (capabilities?.audio_transcription !== undefined) return capabilities.audio_transcription;
  if (task !== undefined) return task === 'automatic-speech-recognition';
  return transcribing.test(name) && !live.test(name);
}

/** LocalAI calls music models speakers, too. */
function findSpeaks(name: string, entry: ModelEntry): boolean | undefined {
  const { task, owned_by: owner, architecture, capabilities, type } = entry;
  if (architecture?.output_modalities) return architecture.output_modalities.includes('speech');
  if (Array.isArray(capabilities))
    return capabilities.includes('tts') && !capabilities.includes('sound_generation');
  if (capabilities?.audio_speech !== undefined) return capabilities.audio_speech;
  if (task !== undefined) return task === 'text-to-speech';
  if (type !== undefined) return false;
  return owner === 'kokoro' || speaking.test(name) || undefined;
}

function findWrites(name: string, entry: ModelEntry, speaks: boolean | undefined): boolean | undefined {
  const { task, architecture, capabilities, type } = entry;
  if (architecture?.output_modalities) return architecture.output_modalities.includes('text');
  if (Array.isArray(capabilities)) return capabilities.some(word => word === 'chat' || word === 'completion');
  if (capabilities?.completion_chat !== undefined) return capabilities.completion_chat;
  if (task !== undefined) return task === 'text-generation';
  if (type !== undefined && /^(?:llm|vlm|embeddings?)$/u.test(type)) return !type.startsWith('embedding');
  return speaks || notWriting.test(name) ? false : undefined;
}

function findSees({ architecture, capabilities, type }: ModelEntry): boolean | undefined {
  if (architecture?.input_modalities) return architecture.input_modalities.includes('image');
  // A model that takes pictures but no chats detects objects.
  if (Array.isArray(capabilities))
    return capabilities.includes('vision') && !capabilities.includes('detection');
  if (type === 'vlm') return true;
  return capabilities?.vision ?? (type === 'llm' ? false : undefined);
}

function findContext(entry: ModelEntry): number | undefined {
  const { max_model_len: vllm, context_length: plain, context_window: window, details, meta } = entry;
  const most = entry.max_context_length;
  return vllm ?? plain ?? window ?? most ?? details?.context_length ?? meta?.n_ctx_train ?? meta?.n_ctx;
}

/** Servers with their own lists or request fields; all others follow OpenAI. */
export type ServerKind =
  | 'ollama'
  | 'lm-studio'
  | 'llama.cpp'
  | 'localai'
  | 'vllm'
  | 'kokoro'
  | 'speaches'
  | 'piper'
  | 'openrouter'
  | 'deepseek'
  | 'mistral'
  | 'other';

interface PlainList {
  readonly entries: readonly ModelEntry[];
  readonly headers: Headers;
}

/** Requests a path below the API or the server's root; POST if there is a body. Undefined on failure. */
export type AskMore = (path: string, body?: object) => Promise<unknown>;

interface Preset {
  readonly kind: ServerKind;
  isThis(list: PlainList): boolean;
  /** More detailed lists; the first that returns one counts. */
  readonly lists?: readonly string[];
  askAbout?(models: readonly ServerModel[], ask: AskMore): Promise<readonly ServerModel[]>;
  /** Path of its voice list, `/audio/voices` if undefined; `none` if its models include the voices. */
  readonly speech?: string;
}

const isOwned = (owner: string) => (list: PlainList) =>
  list.entries.some(({ owned_by: each }) => each === owner);

/**
 * Recognised by unique marks in the plain list, so that a server gets no request that it does not know. Paths with a slash before
 * `api` or `props` start at the root. Sources: Ollama 0.33.0-rc2, api/types.go; LM Studio's documentation (c6854fb),
 * 1_developer/2_rest, its second list before 0.4.0; llama.cpp b10488, tools/server; LocalAI v4.9.0,
 * core/http/endpoints/openai/list.go; vLLM 2026, entrypoints/openai; Kokoro-FastAPI 0.8; speaches 0.9; OpenRouter's OpenAPI file.
 */
const presets: readonly Preset[] = [
  {
    kind: 'llama.cpp',
    isThis: list => list.headers.get('server') === 'llama.cpp' || isOwned('llamacpp')(list),
    askAbout: askLlamaCpp,
  },
  { kind: 'vllm', isThis: isOwned('vllm') },
  {
    kind: 'lm-studio',
    isThis: isOwned('organization_owner'),
    lists: ['/api/v1/models', '/api/v0/models'],
  },
  { kind: 'kokoro', isThis: isOwned('kokoro') },
  { kind: 'mistral', isThis: isOwned('mistralai'), speech: 'none' },
  {
    kind: 'deepseek',
    isThis: ({ entries }) => entries.length > 0 && entries.every(each => each.owned_by === 'deepseek'),
    // Its list says nothing of it; only Flash sees (api-docs.deepseek.com/quick_start/pricing, 2026-11-15).
    askAbout: async models => models.map(model => ({ ...model, seesPictures: model.name.includes('flash') })),
    speech: 'none',
  },
  {
    kind: 'speaches',
    isThis: ({ entries }) => entries.some(({ task }) => task !== undefined),
    speech: 'none',
  },
  {
    kind: 'openrouter',
    isThis: ({ entries }) => entries.some(({ architecture, status }) => architecture && !status),
    speech: 'models?output_modalities=speech',
  },
  {
    kind: 'ollama',
    isThis: list =>
      isOwned('library')(list) ||
      (list.entries.length > 0 && list.entries.every(({ id }) => id && /:[\w.-]+$/u.test(id))),
    lists: ['/api/tags'],
    askAbout: askOllama,
  },
  {
    kind: 'localai',
    isThis: ({ entries }) => entries.length > 0 && entries.every(each => !each.owned_by && each.object),
    lists: ['models/capabilities'],
    speech: 'none',
  },
];

export async function describeList(
  list: PlainList,
  ask: AskMore,
): Promise<{ kind: ServerKind; models: readonly ServerModel[] }> {
  const preset = presets.find(each => each.isThis(list));
  let own: ModelEntry[] | undefined;
  for (const path of preset?.lists ?? []) own ??= readEntries(await ask(path));
  const models = describeEntries(own ?? list.entries);
  if (!preset || (preset.lists && !own)) return { kind: 'other', models };
  return { kind: preset.kind, models: (await preset.askAbout?.(models, ask)) ?? models };
}

export function findSpeechPath(kind: ServerKind): string | undefined {
  const path = presets.find(each => each.kind === kind)?.speech ?? 'audio/voices';
  return path === 'none' ? undefined : path;
}

const propsSchema = z.looseObject({ modalities: z.looseObject({ vision: z.boolean() }) });

/** With a single model, `/props` says whether it takes images. With several, asking would load each. */
async function askLlamaCpp(models: readonly ServerModel[], ask: AskMore): Promise<readonly ServerModel[]> {
  const [only, ...more] = models;
  if (!only || more.length > 0 || only.seesPictures !== undefined) return models;
  const props = propsSchema.safeParse(await ask('/props')).data;
  return [{ ...only, writes: only.writes ?? true, seesPictures: props?.modalities.vision }];
}

const maxShown = 30;
const shownSchema = z.looseObject({
  capabilities: z.array(z.string()),
  model_info: z.record(z.string(), z.unknown()).catch({}),
});

/** Before 0.30 its list had no capabilities. */
async function askOllama(models: readonly ServerModel[], ask: AskMore): Promise<readonly ServerModel[]> {
  if (models.length > maxShown || models.some(({ seesPictures }) => seesPictures !== undefined))
    return models;
  return await Promise.all(
    models.map(async model => {
      const shown = shownSchema.safeParse(await ask('/api/show', { model: model.name })).data;
      const length = shown?.model_info[`${String(shown.model_info['general.architecture'])}.context_length`];
      const context_length = typeof length === 'number' ? length : undefined;
      const described = describeEntry(model.name, { capabilities: shown?.capabilities, context_length });
      return { ...described, isRemote: model.isRemote };
    }),
  );
}

/** Programs with these default ports, by their documentation. */
const usualPrograms: Readonly<Record<number, string>> = {
  11434: 'Ollama',
  1234: 'LM Studio',
  8080: 'llama.cpp or LocalAI',
  8000: 'vLLM or Speaches',
  8880: 'Kokoro-FastAPI',
  4123: 'Chatterbox',
  5000: 'Piper',
  8091: 'vLLM-Omni',
};

/** Such as `Ollama (port 11434)`. */
export function describeServerAt(port: number, greeting: string): string {
  const name = isOllama(greeting) ? 'Ollama' : usualPrograms[port];
  return name ? `${name} (port ${port})` : `port ${port}`;
}

export function adviseModel(greeting: string) {
  // 1.9 GB, and it writes, too (ollama.com/library/qwen3-vl).
  return isOllama(greeting) ? { program: 'Ollama', command: 'ollama pull qwen3-vl:2b-instruct' } : undefined;
}

/** @param greeting what the server answers at its root (ollama 0.33, server/routes.go) */
function isOllama(greeting: string): boolean {
  return greeting.startsWith('Ollama is running');
}
