import type { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { toMissingModelError, toSetupError } from '../provider/failure.ts';
import type { FoundModel } from '../provider/model-choice.ts';
import {
  chatModels,
  getEndDay,
  isChatModel,
  isSpeechModel,
  isTranscriptionModel,
  speechModels,
  transcriptionModels,
} from './known-models.ts';
import type { ListedModel, ModelList } from './list-models.ts';
import { readRefusal } from './map-error.ts';

export interface ModelRole {
  /** Vision and script share a kind: every chat model does both. */
  readonly kind: 'chat' | 'speech' | 'transcription';
  readonly setting: string;
  /** The configured name; undefined to choose from the list. */
  readonly named: string | undefined;
}

/**
 * Finds the model of a role among those that the provider lists.
 * @returns the model, or why there is none
 * @throws errors of the SDK
 */
export async function findModel(
  provider: string,
  list: ModelList,
  role: ModelRole,
  signal: AbortSignal,
): Promise<FoundModel | { readonly error: CodedError }> {
  const models = await readIfThere(list, signal);
  const { named, setting } = role;
  if (named !== undefined) {
    const isThere = !models || models.some(({ name }) => name === named) || (await list.has(named, signal));
    if (isThere) return describe(named, `set by ${setting}`);
    const missing = { model: named, provider, setting };
    return { error: toMissingModelError(missing, listFitting(models ?? [], role)) };
  }
  if (models) return chooseAmong(models, role) ?? { error: toUnable(provider, role) };
  const message = fill(engineMessages.modelsNotListed, { provider });
  return { error: toSetupError(message, `Name one in ${setting}.`) };
}

/** @returns undefined if the server answers but has no list */
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

const knownModels = { chat: chatModels, speech: speechModels, transcription: transcriptionModels };

/** The first known model that is listed and not shut down; else, of those with the largest input, the newest by name. */
function chooseAmong(models: readonly ListedModel[], role: ModelRole): FoundModel | undefined {
  const names = new Set(models.map(({ name }) => name));
  const known = knownModels[role.kind];
  const first = known.find(({ name }) => names.has(name) && !hasEnded(name));
  if (first) return describe(first.name, 'the first known model that is available');
  const [best] = listFitting(models, role)
    .filter(({ name }) => !hasEnded(name))
    .sort((a, b) => b.inputTokens - a.inputTokens || (a.name < b.name ? 1 : -1));
  return best && describe(best.name, 'the newest model; none of those available is known');
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
  const fits = (name: string) =>
    isChatModel(name) || (kind === 'transcription' && isTranscriptionModel(name));
  return models.filter(({ name, methods }) => fits(name) && methods.includes('generateContent'));
}

const noModel = {
  chat: engineMessages.noChatModel,
  speech: engineMessages.noSpeechModel,
  transcription: engineMessages.noTranscriptionModel,
};

function toUnable(provider: string, { kind, setting }: ModelRole): CodedError {
  return toSetupError(fill(noModel[kind], { provider }), `Name one in ${setting}.`);
}
