import { limitSignal } from '#shared/async/limit-time.ts';
import { shareTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill, type Message } from '#shared/messages/message.ts';
import type { DescribedEngine, Provider, Readiness } from '../ports.ts';
import { toFailedError, toMissingModelError, toSetupError, withCost } from './failure.ts';
import { findForeignKey } from './foreign-key.ts';
import type { PreparedConnection } from './prepare-connection.ts';

export interface FoundModel {
  readonly model: string;
  readonly found: string;
  /** Announced shutdown date: `2027-05-07`. */
  readonly endsOn?: string | undefined;
}

export function isPast(endsOn: string | undefined): boolean {
  return endsOn !== undefined && endsOn <= new Date().toISOString().slice(0, 10);
}

/** The model of a role: configured, or chosen from the provider's list. */
export interface ModelChoice<Found extends FoundModel> {
  /** Undefined until it is chosen. */
  readonly model: string | undefined;
  readonly checkReadiness: (signal: AbortSignal) => Promise<Readiness>;
  /** @throws CodedError why there is none, `client_closed` */
  require(signal: AbortSignal): Promise<Found>;
  /** Call when the provider no longer knows the model. */
  forget(): void;
  /** A shutdown date in a response, `2026-12-01`, replaces the known one. */
  noteEnd(model: string, endsOn: string): void;
}

/** What an engine says of itself, with the model of a choice. */
export function describeEngine<Own extends object>(
  provider: Provider,
  choice: Pick<ModelChoice<FoundModel>, 'model' | 'checkReadiness'>,
  own: Own,
): Own & DescribedEngine {
  return {
    ...own,
    provider,
    get model() {
      return choice.model;
    },
    checkReadiness: choice.checkReadiness,
  };
}

export interface ModelRole {
  readonly setting: string;
  /** The configured name; undefined to choose from the list. */
  readonly named: string | undefined;
}

/** A provider's models, and which of them suits a role. Listing is free. */
export interface ModelSource<Listed extends { readonly name: string }, Found extends FoundModel> {
  readonly keySetting: string;
  /** @throws errors of the call */
  list(signal: AbortSignal): Promise<readonly Listed[] | undefined>;
  /** A model that the list may lack, such as an alias. @throws errors of the call */
  get(name: string, signal: AbortSignal): Promise<Listed>;
  /** The list may be out of date. */
  readonly expire?: () => void;
  /** Whether an error says that there is no such model, or no list. */
  meansUnknown(error: unknown): boolean;
  isAble(model: Listed): boolean;
  /** By name, first choice first. */
  readonly known: readonly string[];
  /** For those that are not known: the best first. */
  compare(one: Listed, other: Listed): number;
  readonly foundUnknown: string;
  readonly noModel: Message<'provider'>;
  /** @param model its name alone if the server has no list */
  describe(model: Listed | { readonly name: string }, found: string): Found;
}

/** Limit for choosing, in milliseconds: a client waits for it. */
const longestAskMs = 5000;
const keptMs = { ready: 60_000, unable: 30_000, unreached: 3000 } as const;

type Outcome<Found> =
  | { readonly kind: 'ready'; readonly found: Found }
  | { readonly kind: 'unable' | 'unreached'; readonly error: CodedError };

/** @param connection for lists, without retries */
export function createModelChoice<Listed extends { readonly name: string }, Found extends FoundModel>(
  connection: Pick<PreparedConnection, 'providerName' | 'isVendor' | 'mapError'> & {
    readonly apiKey: string;
  },
  role: ModelRole,
  source: ModelSource<Listed, Found>,
): ModelChoice<Found> {
  const { providerName: provider, isVendor, apiKey, mapError } = connection;
  let kept: { readonly outcome: Outcome<Found>; readonly untilMs: number } | undefined;
  let model = role.named;
  const reportedEnds = new Map<string, string>();
  // A compatible server may have any key.
  const foreignKey = isVendor ? findForeignKey(source.keySetting, provider, apiKey) : undefined;

  const ask = shareTask(async signal => {
    const outcome = await choose(signal);
    if (outcome.kind === 'ready') ({ model } = outcome.found);
    kept = { outcome, untilMs: performance.now() + keptMs[outcome.kind] };
    return outcome;
  });

  async function choose(signal: AbortSignal): Promise<Outcome<Found>> {
    if (foreignKey) return { kind: 'unreached', error: toFailedError(foreignKey) };
    const late = new CodedError('provider_timeout', { costsNothing: true });
    using limited = limitSignal(longestAskMs, signal, late);
    try {
      const found = await findModel(source, { ...role, provider }, limited.signal);
      if (!('error' in found)) return { kind: 'ready', found };
      // A wrong name is a configuration error, which a fallback provider must not hide.
      return { kind: role.named === undefined ? 'unable' : 'unreached', error: found.error };
    } catch (error) {
      requireNotCancelled(signal);
      // A rejected key is a configuration error, too.
      return { kind: 'unreached', error: withCost(mapError(error, limited.signal), true) };
    }
  }

  async function getOutcome(signal: AbortSignal): Promise<Outcome<Found>> {
    requireNotCancelled(signal);
    return kept && performance.now() < kept.untilMs ? kept.outcome : ask(signal);
  }

  return {
    get model() {
      return model;
    },
    async checkReadiness(signal) {
      const outcome = await getOutcome(signal);
      if (outcome.kind !== 'ready') return outcome;
      const { model, found, endsOn } = outcome.found;
      return { kind: 'ready', model, found, endsOn: reportedEnds.get(model) ?? endsOn };
    },
    async require(signal) {
      const outcome = await getOutcome(signal);
      if (outcome.kind !== 'ready') throw outcome.error;
      return outcome.found;
    },
    forget() {
      kept = undefined;
      source.expire?.();
    },
    noteEnd(name, endsOn) {
      reportedEnds.set(name, endsOn);
    },
  };
}

async function findModel<Listed extends { readonly name: string }, Found extends FoundModel>(
  source: ModelSource<Listed, Found>,
  { provider, setting, named }: ModelRole & { readonly provider: string },
  signal: AbortSignal,
): Promise<Found | { readonly error: CodedError }> {
  const unlessUnknown = (error: unknown) => {
    if (!source.meansUnknown(error)) throw error;
  };
  const models = await source.list(signal).catch(unlessUnknown);
  if (named !== undefined) {
    const listed = models?.find(({ name }) => name === named);
    const model = models
      ? (listed ?? (await source.get(named, signal).catch(unlessUnknown)))
      : { name: named };
    if (model) return { ...source.describe(model, `set by ${setting}`), model: named };
    return {
      error: toMissingModelError({ model: named, provider, setting }, (models ?? []).filter(source.isAble)),
    };
  }
  const advice = `Name one in ${setting}.`;
  if (!models) return { error: toSetupError(fill(engineMessages.modelsNotListed, { provider }), advice) };
  const able = models.filter(source.isAble);
  const known = source.known.map(name => able.find(model => model.name === name)).find(model => model);
  if (known) return source.describe(known, 'the first known model that is available');
  const [best] = able.toSorted(source.compare);
  if (best) return source.describe(best, source.foundUnknown);
  return { error: toSetupError(fill(source.noModel, { provider }), advice) };
}
