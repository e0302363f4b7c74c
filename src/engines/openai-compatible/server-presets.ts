import { z } from 'zod';
import { describeEntries, type ModelEntry, readEntries, type ServerModel } from './list-models.ts';

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

/** A list of models as every server gives it. */
export interface PlainList {
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

/** A server's kind and models. If its detailed list cannot be read, the plain list counts. */
export async function describeList(
  list: PlainList,
  ask: AskMore,
): Promise<{ kind: ServerKind; models: readonly ServerModel[] }> {
  const preset = presets.find(each => each.isThis(list));
  let models = describeEntries(list.entries);
  let isConfirmed = !preset?.lists;
  for (const path of preset?.lists ?? []) {
    const entries = readEntries(await ask(path));
    if (!entries) continue;
    models = describeEntries(entries);
    isConfirmed = true;
    break;
  }
  if (!preset || !isConfirmed) return { kind: 'other', models };
  return { kind: preset.kind, models: (await preset.askAbout?.(models, ask)) ?? models };
}

/** Path of a server's voice list; undefined if its models include the voices. */
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

/** With more models than this, they are not queried one by one. */
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
      const [described] = describeEntries([
        {
          id: model.name,
          capabilities: shown?.capabilities,
          context_length: typeof length === 'number' ? length : undefined,
        },
      ]);
      return described ? { ...described, isRemote: model.isRemote } : model;
    }),
  );
}
