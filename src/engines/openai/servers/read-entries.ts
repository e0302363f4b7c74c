import { z } from 'zod';
import type { ServerModel } from './server-model.ts';

/** More than any server lists; a list is bounded in bytes besides. */
const mostEntries = 5000;
const longestName = 300;

/** Either the vendor's shape, whose list Ollama leaves out when nothing is installed, or a bare list (Together). */
const listSchema = z.union([
  z.looseObject({ data: z.array(z.unknown()).nullable() }),
  z.array(z.unknown()).transform(data => ({ data })),
]);

const text = z.string().optional().catch(undefined);
const truth = z.boolean().optional().catch(undefined);
const count = z.number().int().positive().optional().catch(undefined);
const words = z.array(z.string()).optional().catch(undefined);

/**
 * An entry of `GET /v1/models`, with what some servers add: vLLM `max_model_len` (entrypoints/openai/models/serving.py), llama.cpp `meta`,
 * `status` and `architecture` (tools/server/README.md), OpenRouter `architecture` and `context_length` (its OpenAPI file), Groq
 * `context_window`, Mistral `capabilities`, speaches `task`, the vendor `shutdown_date` (/api/reference/resources/models).
 */
const entrySchema = z.looseObject({
  id: z.string().min(1).max(longestName),
  owned_by: text,
  shutdown_date: z.iso.date().optional().catch(undefined),
  max_model_len: count,
  context_length: count,
  context_window: count,
  max_context_length: count,
  task: text,
  architecture: z
    .looseObject({ input_modalities: words, output_modalities: words })
    .optional()
    .catch(undefined),
  capabilities: z.looseObject({ vision: truth, completion_chat: truth }).optional().catch(undefined),
  meta: z.looseObject({ n_ctx: count, n_ctx_train: count }).optional().catch(undefined),
  status: z.looseObject({ failed: truth }).optional().catch(undefined),
});

export type ModelEntry = z.output<typeof entrySchema>;

/** The entries of a list of models; undefined for what is no list. What has no name is left out. */
export function readEntries(body: unknown): ModelEntry[] | undefined {
  const list = listSchema.safeParse(body);
  if (!list.success) return undefined;
  return (list.data.data ?? []).slice(0, mostEntries).flatMap(each => {
    const entry = entrySchema.safeParse(each);
    return entry.success ? [entry.data] : [];
  });
}

/** Models that make speech, by the words that their makers put into the names. */
const speaking =
  /(?:^|[^a-z0-9])(?:tts|kokoro|piper|xtts|orpheus|chatterbox|bark|speech|parler|voxcpm|vibevoice)(?:[^a-z]|$)/iu;
/** Models that neither write nor speak: they compare, hear, draw, judge, or talk over another interface. */
const notWriting =
  /(?:^|[^a-z0-9])(?:embed|embedding|embeddings|rerank|reranker|bge|minilm|whisper|parakeet|transcribe|moderation|dall-e|gpt-image|image|sdxl|flux|stable-diffusion|sora|realtime|audio|babbage|davinci)(?:[^a-z]|$)/iu;

/** What is known of a model from a plain list: what the entry says, else what its name does. */
export function describeEntry(entry: ModelEntry): ServerModel {
  const speaks = findSpeaks(entry);
  return {
    name: entry.id,
    speaks,
    writes: findWrites(entry, speaks),
    seesPictures: entry.architecture?.input_modalities?.includes('image') ?? entry.capabilities?.vision,
    contextTokens: findContext(entry),
    endsOn: entry.shutdown_date,
  };
}

function findSpeaks({ id, task, owned_by: owner, architecture }: ModelEntry): boolean | undefined {
  const made = architecture?.output_modalities;
  if (made) return made.includes('speech');
  if (task !== undefined) return task === 'text-to-speech';
  return owner === 'kokoro' || speaking.test(id) || undefined;
}

function findWrites({ id, task, capabilities, architecture }: ModelEntry, speaks: boolean | undefined) {
  const made = architecture?.output_modalities;
  if (made) return made.includes('text');
  if (capabilities?.completion_chat !== undefined) return capabilities.completion_chat;
  if (task !== undefined) return task === 'text-generation';
  return speaks || notWriting.test(id) ? false : undefined;
}

function findContext(entry: ModelEntry): number | undefined {
  const {
    max_model_len: vllm,
    context_length: plain,
    context_window: window,
    max_context_length: most,
  } = entry;
  return vllm ?? plain ?? window ?? most ?? entry.meta?.n_ctx_train ?? entry.meta?.n_ctx;
}
