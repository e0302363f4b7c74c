import { z } from 'zod';
import { describeEntries, type ModelEntry, readEntries, type ServerModel } from './list-models.ts';

/** Servers that say in different ways what they have, or want to be asked in other fields; all others do as OpenAI does. */
export type ServerKind =
  | 'ollama'
  | 'lm-studio'
  | 'llama.cpp'
  | 'localai'
  | 'vllm'
  | 'kokoro'
  | 'speaches'
  | 'openrouter'
  | 'other';

/** A list of models as every server gives it. */
export interface PlainList {
  readonly entries: readonly ModelEntry[];
  readonly headers: Headers;
}

/** Asks a path below the server's interface, or below its root; posts where there is a body. Undefined for what is no answer. */
export type AskMore = (path: string, body?: object) => Promise<unknown>;

interface Preset {
  readonly kind: ServerKind;
  isThis(list: PlainList): boolean;
  /** Where it says more of its models than in the plain list; the first that answers with a list counts. */
  readonly lists?: readonly string[];
  /** What it says of a model elsewhere. */
  askAbout?(models: readonly ServerModel[], ask: AskMore): Promise<readonly ServerModel[]>;
  /** Where it lists what speaks; `none` where its models tell it. `/audio/voices` when left out. */
  readonly speech?: string;
}

const isOwned = (owner: string) => (list: PlainList) =>
  list.entries.some(({ owned_by: each }) => each === owner);

/**
 * The marks are those of the plain list, which no other imitates, so that a server is asked no more than what it has. Paths with a
 * slash before `api` or `props` begin at the root. Sources: Ollama 0.33.0-rc2, api/types.go; LM Studio's documentation (c6854fb),
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

/** What a server is, and what it has. One that answers its own list in other words is taken as the plain list says. */
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

/** Where a kind of server lists what speaks; undefined where its models have told it. */
export function findSpeechPath(kind: ServerKind): string | undefined {
  const path = presets.find(each => each.kind === kind)?.speech ?? 'audio/voices';
  return path === 'none' ? undefined : path;
}

const propsSchema = z.looseObject({ modalities: z.looseObject({ vision: z.boolean() }) });

/** Where there is one model, `/props` tells whether it sees. Others are not asked about, because that would load each. */
async function askLlamaCpp(models: readonly ServerModel[], ask: AskMore): Promise<readonly ServerModel[]> {
  const [only, ...more] = models;
  if (!only || more.length > 0 || only.seesPictures !== undefined) return models;
  const props = propsSchema.safeParse(await ask('/props')).data;
  return [{ ...only, writes: only.writes ?? true, seesPictures: props?.modalities.vision }];
}

/** With more models than this, each is not asked about. */
const mostShown = 30;
const shownSchema = z.looseObject({
  capabilities: z.array(z.string()),
  model_info: z.record(z.string(), z.unknown()).catch({}),
});

/** Before 0.30 its list did not tell what a model can. */
async function askOllama(models: readonly ServerModel[], ask: AskMore): Promise<readonly ServerModel[]> {
  if (models.length > mostShown || models.some(({ seesPictures }) => seesPictures !== undefined))
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
