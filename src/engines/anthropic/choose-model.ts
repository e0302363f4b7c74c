import { z } from 'zod';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { toFailedError, toSetupFailure } from '../provider/failure.ts';
import {
  createModelChoice,
  type FoundModel,
  findModel,
  type ModelChoice,
  type ModelSource,
} from '../provider/model-choice.ts';
import { readAnswer } from '../provider/written-text.ts';
import { type Connection, meansUnknown } from './connect.ts';

/** How a model is kept from thinking, which delays the first word and is charged. */
export type Thinking =
  /** `thinking.type` of the request; no tokens are spent on thoughts. */
  | 'disabled'
  | 'between_tools'
  /** It always thinks, but less with a low effort. */
  | 'low-effort'
  | 'unknown';

export interface ChosenModel extends FoundModel {
  readonly thinking: Thinking;
}

export type ChatModelChoice = ModelChoice<ChosenModel>;

export interface ModelRole {
  readonly setting: string;
  readonly named: string | undefined;
}

/**
 * The first that is listed is chosen: both see pictures and answer without thinking, and the first costs a twentieth of the second.
 * platform.claude.com/docs/en/models/overview, November 2026.
 */
export const knownModels: readonly string[] = ['claude-haiku-5-5', 'claude-sonnet-5-5'];

/** The vendor's model lines, cheapest first. */
const lines: readonly unknown[] = ['haiku', 'sonnet', 'opus'];

const support = z.object({ supported: z.boolean() }).nullish();
/** `ModelInfo` of `GET /v1/models`, as the SDK describes it. Compatible servers may give the id alone. */
const modelSchema = z
  .object({
    id: z.string().min(1),
    line: z.string().nullish(),
    /** `active`, `deprecated` or `retired`. */
    lifecycle: z.string().nullish(),
    retires_at: z.string().nullish(),
    capabilities: z
      .object({
        image_input: support,
        effort: z.object({ low: support }).nullish(),
        thinking: z.object({ types: z.object({ disabled: support, between_tools: support }) }).nullish(),
      })
      .nullish(),
  })
  .transform(({ id: name, ...facts }) => ({ name, ...facts }));
const listSchema = z.object({ data: z.array(modelSchema) });
type Model = z.output<typeof modelSchema>;

/** The most that the vendor gives at once; it has about twenty. */
const listPath = '/v1/models?limit=1000';

/** Another vendor's key, by its start. It is not sent. */
const foreignKey = /^(?:AIza|AQ\.|sk-(?!ant-)|sk_|gsk_|xai-|hf_)/u;

/** @param connection for lists */
export function chooseModel(connection: Connection, role: ModelRole): ChatModelChoice {
  const { client, isVendor, apiKey, providerName: provider, mapError } = connection;

  async function ask<T extends z.ZodType>(path: string, schema: T, signal: AbortSignal) {
    try {
      return readAnswer(schema, await client.get<unknown>(path, { signal }));
    } catch (error) {
      if (meansUnknown(error)) return undefined;
      throw error;
    }
  }

  const source: ModelSource<Model, ChosenModel> = {
    list: async signal => (await ask(listPath, listSchema, signal))?.data,
    // The list has no aliases, but the vendor knows them.
    get: (name, signal) => ask(`/v1/models/${encodeURIComponent(name.toWellFormed())}`, modelSchema, signal),
    isAble,
    known: knownModels,
    // Each line has the newest first.
    compare: (one, other) => rank(one) - rank(other),
    foundUnknown: 'the newest model of the cheapest line; none of those available is known',
    noModel: engineMessages.noChatModel,
    describe,
  };
  return createModelChoice({
    named: role.named,
    async find(signal) {
      if (isVendor && foreignKey.test(apiKey)) throw toFailedError(keyOfAnother);
      return await findModel(source, { ...role, provider }, signal);
    },
    mapError,
  });
}

const keyOfAnother = toSetupFailure(fill(engineMessages.keyOfAnother), 'Check ANTHROPIC_API_KEY.');

function isAble({ lifecycle, capabilities }: Model): boolean {
  return (lifecycle ?? 'active') === 'active' && capabilities?.image_input?.supported !== false;
}

function rank({ line }: Model): number {
  const at = lines.indexOf(line);
  return at < 0 ? lines.length : at;
}

function describe(
  { name, retires_at, capabilities }: Partial<Model> & { readonly name: string },
  found: string,
) {
  const endsOn = z.iso.date().safeParse(retires_at?.slice(0, 10)).data;
  return { model: name, found, endsOn, thinking: findThinking(capabilities) };
}

function findThinking(capabilities: Model['capabilities']): Thinking {
  const types = capabilities?.thinking?.types;
  if (types?.disabled?.supported) return 'disabled';
  if (types?.between_tools?.supported) return 'between_tools';
  return capabilities?.effort?.low?.supported ? 'low-effort' : 'unknown';
}
