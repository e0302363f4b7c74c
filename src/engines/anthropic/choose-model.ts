import { z } from 'zod';
import type { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { toFailedError, toMissingModelError, toSetupError, toSetupFailure } from '../provider/failure.ts';
import { createModelChoice, type FoundModel, type ModelChoice } from '../provider/model-choice.ts';
import { readAnswer } from '../provider/written-text.ts';
import type { Connection } from './connect.ts';
import { meansUnknown } from './map-error.ts';

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
  /** The configured name; undefined to choose from the list. */
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
const modelSchema = z.object({
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
});
const listSchema = z.object({ data: z.array(modelSchema) });
type Model = z.output<typeof modelSchema>;

/** The most that the vendor gives at once; it has about twenty. */
const listPath = '/v1/models?limit=1000';

/** Another vendor's key, by its start. It is not sent. */
const foreignKey = /^(?:AIza|AQ\.|sk-(?!ant-)|sk_|gsk_|xai-|hf_)/u;

/** @param connection for lists */
export function chooseModel(connection: Connection, role: ModelRole): ChatModelChoice {
  const { isVendor, apiKey, mapError } = connection;
  const find = async (signal: AbortSignal): Promise<ChosenModel | { readonly error: CodedError }> => {
    if (isVendor && foreignKey.test(apiKey)) throw toFailedError(keyOfAnother);
    return role.named === undefined
      ? chooseListed(await readIfThere(connection, signal), connection.providerName, role)
      : await findNamed(connection, { ...role, named: role.named }, signal);
  };
  return createModelChoice({ named: role.named, find, mapError });
}

const keyOfAnother = toSetupFailure(fill(engineMessages.keyOfAnother), 'Check ANTHROPIC_API_KEY.');

/** Undefined for a server without a list. @throws errors of the SDK */
async function readIfThere(
  { client }: Connection,
  signal: AbortSignal,
): Promise<readonly Model[] | undefined> {
  try {
    return readAnswer(listSchema, await client.get<unknown>(listPath, { signal })).data;
  } catch (error) {
    if (meansUnknown(error)) return undefined;
    throw error;
  }
}

function chooseListed(models: readonly Model[] | undefined, provider: string, { setting }: ModelRole) {
  const advice = `Name one in ${setting}.`;
  if (!models) return { error: toSetupError(fill(engineMessages.modelsNotListed, { provider }), advice) };
  const able = models.filter(isAble);
  const known = knownModels.map(name => able.find(({ id }) => id === name)).find(model => model);
  if (known) return describe(known, 'the first known model that is available');
  // Each line has the newest first.
  const [best] = able.toSorted((one, other) => rank(one) - rank(other));
  if (best) return describe(best, 'the newest model of the cheapest line; none of those available is known');
  return { error: toSetupError(fill(engineMessages.noChatModel, { provider }), advice) };
}

function isAble({ lifecycle, capabilities }: Model): boolean {
  return (lifecycle ?? 'active') === 'active' && capabilities?.image_input?.supported !== false;
}

function rank({ line }: Model): number {
  const at = lines.indexOf(line);
  return at < 0 ? lines.length : at;
}

/** The list has no aliases, but the vendor knows them. */
async function findNamed(
  connection: Connection,
  { named, setting }: ModelRole & { readonly named: string },
  signal: AbortSignal,
) {
  const { client, providerName } = connection;
  const found = `set by ${setting}`;
  try {
    const path = `/v1/models/${encodeURIComponent(named.toWellFormed())}`;
    const model = readAnswer(modelSchema, await client.get<unknown>(path, { signal }));
    return { ...describe(model, found), model: named };
  } catch (error) {
    if (!meansUnknown(error)) throw error;
  }
  const models = await readIfThere(connection, signal);
  if (!models) return { model: named, found, thinking: 'unknown' as const };
  const able = models.filter(isAble).map(({ id }) => ({ name: id }));
  return { error: toMissingModelError({ model: named, provider: providerName, setting }, able) };
}

function describe(model: Model, found: string): ChosenModel {
  const endsOn = z.iso.date().safeParse(model.retires_at?.slice(0, 10)).data;
  return { model: model.id, found, endsOn, thinking: findThinking(model) };
}

function findThinking({ capabilities }: Model): Thinking {
  const types = capabilities?.thinking?.types;
  if (types?.disabled?.supported) return 'disabled';
  if (types?.between_tools?.supported) return 'between_tools';
  return capabilities?.effort?.low?.supported ? 'low-effort' : 'unknown';
}
