import { APIError } from 'openai';
import { z } from 'zod';
import type { Connection } from '../connect.ts';

const text = z.string().optional().catch(undefined);
const texts = z.array(z.string()).nullish().catch(undefined);

/** A voice as a name alone, or as an object: Kokoro-FastAPI since 0.4 `{id, name}`, speaches `{id, name, language, gender}`. */
const voiceSchema = z
  .union([z.string(), z.object({ id: text, name: text, language: text, gender: text })])
  .transform(voice =>
    typeof voice === 'string' ? { name: voice } : { ...voice, name: voice.id ?? voice.name },
  );

const modelSchema = z.object({
  id: z.string(),
  owned_by: text,
  /** speaches: `text-to-speech` and others. */
  task: text,
  voices: z.array(voiceSchema).optional().catch(undefined),
  /** LocalAI. */
  capabilities: texts,
  /** OpenRouter. */
  supported_voices: texts,
  architecture: z.object({ output_modalities: texts }).optional().catch(undefined),
  expiration_date: text,
});

export type ListedVoice = z.output<typeof voiceSchema>;
export type ListedModel = z.output<typeof modelSchema>;

/** What a server says it has. A list that it does not have is undefined. */
export interface SpeechLists {
  readonly models: readonly ListedModel[] | undefined;
  readonly voices: readonly ListedVoice[] | undefined;
  /** Whether it knows the address at which one speaks, where neither list is there. */
  readonly hasSpeech?: boolean | undefined;
}

/** The most of a list that is looked at. */
const longestList = 2000;

/** A list under any of its names, what is no entry left out; undefined where there is no list. */
function readEntries<T extends z.ZodType>(
  schema: T,
  answer: unknown,
  names: readonly string[],
): z.output<T>[] | undefined {
  const object: Readonly<Record<string, unknown>> =
    answer !== null && typeof answer === 'object' ? { ...answer } : {};
  const list = Array.isArray(answer) ? answer : names.map(name => object[name]).find(Array.isArray);
  return list?.slice(0, longestList).flatMap(entry => {
    const read = schema.safeParse(entry);
    return read.success ? [read.data] : [];
  });
}

/**
 * Asks a server for its models and voices, by as many lists as are needed. Costs nothing.
 * @param connection for JSON, with a short time-out and no second tries
 * @throws whatever the client throws where nothing more can be known: no connection, no access, an error of its own
 */
export async function readLists({ client }: Connection, signal: AbortSignal): Promise<SpeechLists> {
  const ask = (path: string) => askForList(client.get(path, { signal }));
  const [modelAnswer, voiceAnswer] = await Promise.all([ask('/models'), ask('/audio/voices')]);
  const models = readEntries(modelSchema, modelAnswer, ['data', 'models']);
  const voices = readEntries(voiceSchema, voiceAnswer, ['voices', 'data'])?.filter(
    ({ name }) => name !== undefined,
  );
  if (models?.some(({ task }) => task) || (!models && voices?.some(({ language }) => language))) {
    const speaking = readEntries(modelSchema, await ask('/audio/models'), ['models', 'data']);
    return { models: speaking ?? models, voices };
  }
  if (models?.some(({ architecture }) => architecture)) {
    const speaking = await ask('/models?output_modalities=speech');
    return { models: readEntries(modelSchema, speaking, ['data']), voices: undefined };
  }
  if (models && !voices && !models.some(({ owned_by: owner }) => owner)) {
    const capable = await ask('/models/capabilities');
    return { models: readEntries(modelSchema, capable, ['data']) ?? models, voices };
  }
  if (models || voices) return { models, voices };
  return { models, voices, hasSpeech: await hasRoute(client.get('/audio/speech', { signal })) };
}

/** Statuses of an address that is not there. */
const missing: readonly unknown[] = [404, 405, 501];

async function askForList(request: Promise<unknown>): Promise<unknown> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof APIError && missing.includes(error.status)) return undefined;
    throw error;
  }
}

/** To be asked with GET for what takes POST is refused with 405, and costs nothing. */
async function hasRoute(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return false;
  } catch (error) {
    if (error instanceof APIError && error.status !== undefined) return error.status === 405;
    throw error;
  }
}
