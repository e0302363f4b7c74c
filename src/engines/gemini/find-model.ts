import { chatModels, getEndDay, isChatModel, isSpeechModel, speechModels } from './known-models.ts';
import type { ListedModel, ModelList } from './list-models.ts';
import { readRefusal } from './map-error.ts';

/** What a model is for. */
export interface ModelRole {
  /** Looking and writing are one: every chat model does both. */
  readonly kind: 'chat' | 'speech';
  /** The setting that names the model. */
  readonly setting: string;
  /** As it was set; undefined where it is to be found out. */
  readonly named: string | undefined;
}

interface FoundModel {
  readonly model: string;
  /** How it was chosen, as words in a sentence. */
  readonly found: string;
  /** The day on which it ends, where one is announced: `2027-05-07`. */
  readonly endsOn?: string;
}

const mostNamesListed = 12;

/**
 * Finds the model of a role among those that the provider lists.
 * @returns or why there is none, as a sentence
 * @throws what the SDK throws
 */
export async function findModel(
  providerName: string,
  list: ModelList,
  role: ModelRole,
  signal: AbortSignal,
): Promise<FoundModel | { readonly reason: string }> {
  const models = await readIfThere(list, signal);
  const { named, setting } = role;
  const who = startSentence(providerName);
  if (named !== undefined) {
    const isThere = !models || models.some(({ name }) => name === named) || (await list.has(named, signal));
    if (isThere) return describe(named, `named by ${setting}`);
    return {
      reason: `${who} does not have the model ${named}, which ${setting} names. ${describeThose(models, role)}`,
    };
  }
  if (!models) return { reason: `${who} does not say which models it has. Name one by ${setting}.` };
  return chooseAmong(models, role) ?? { reason: describeLack(who, models, role) };
}

/** @returns undefined where a server answers, but has no list */
async function readIfThere(
  list: ModelList,
  signal: AbortSignal,
): Promise<readonly ListedModel[] | undefined> {
  try {
    return await list.read(signal);
  } catch (error) {
    if (readRefusal(error)?.code === 404) return undefined;
    throw error;
  }
}

/** The first known model that is there and has not ended; else the newest by its name of those that take the most. */
function chooseAmong(models: readonly ListedModel[], role: ModelRole): FoundModel | undefined {
  const names = new Set(models.map(({ name }) => name));
  const known = role.kind === 'speech' ? speechModels : chatModels;
  const first = known.find(({ name }) => names.has(name) && !hasEnded(name));
  if (first) return describe(first.name, 'the first of the known models that it has');
  const [best] = listFitting(models, role)
    .filter(({ name }) => !hasEnded(name))
    .sort((a, b) => b.inputTokens - a.inputTokens || (a.name < b.name ? 1 : -1));
  return best && describe(best.name, 'the newest of the models that it has, none of which is known');
}

function describe(model: string, found: string): FoundModel {
  const endsOn = getEndDay(model);
  return { model, found, ...(endsOn !== undefined && { endsOn }) };
}

function hasEnded(model: string): boolean {
  const endsOn = getEndDay(model);
  return endsOn !== undefined && Date.parse(endsOn) <= Date.now();
}

function listFitting(models: readonly ListedModel[], { kind }: ModelRole): ListedModel[] {
  if (kind === 'speech') return models.filter(({ name }) => isSpeechModel(name));
  return models.filter(({ name, methods }) => isChatModel(name) && methods.includes('generateContent'));
}

function describeLack(who: string, models: readonly ListedModel[], role: ModelRole): string {
  const does = role.kind === 'speech' ? 'speaks' : 'looks at pictures and writes';
  const all = models.map(({ name }) => name);
  return `${who} has no model that ${does}. ${all.length === 0 ? 'It has none at all.' : listNames(all)}`;
}

/** Those that could be named in its place. */
function describeThose(models: readonly ListedModel[] | undefined, role: ModelRole): string {
  const fitting = listFitting(models ?? [], role).map(({ name }) => name);
  return fitting.length === 0 ? 'It has no other that could do it.' : listNames(fitting);
}

function listNames(names: readonly string[]): string {
  const reported = names.slice(0, mostNamesListed).join(', ');
  return names.length > mostNamesListed
    ? `It has ${reported} and ${names.length - mostNamesListed} more.`
    : `It has ${reported}.`;
}

/** A server without a public name is called `our own AI server`. */
function startSentence(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
