import { limitSignal } from '#shared/async/limit-time.ts';
import { shareTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill, type Message } from '#shared/messages/message.ts';
import type { Readiness } from '../ports.ts';
import { toMissingModelError, toSetupError, withCost } from './failure.ts';
import type { PreparedConnection } from './prepare-connection.ts';

export interface FoundModel {
  readonly model: string;
  /** How it was chosen, for the log and the doctor. */
  readonly found: string;
  /** Announced shutdown date: `2027-05-07`. */
  readonly endsOn?: string | undefined;
}

/** The model of a role: configured, or chosen from the provider's list. */
export interface ModelChoice<Found extends FoundModel> {
  /** Undefined until it is chosen. */
  readonly current: string | undefined;
  readonly checkReadiness: (signal: AbortSignal) => Promise<Readiness>;
  /** @throws CodedError why there is none, `client_closed` */
  require(signal: AbortSignal): Promise<Found>;
  /** Call when the provider no longer knows the model. */
  forget(): void;
}

interface Choosing<Found> {
  /** The configured name; undefined to choose. */
  readonly named: string | undefined;
  /**
   * Finds the model, or why there is none. Free.
   * @throws errors of the SDK
   */
  find(signal: AbortSignal): Promise<Found | { readonly error: CodedError }>;
  readonly mapError: PreparedConnection['mapError'];
}

/** Limit for choosing, in milliseconds: a client waits for it. */
const longestAskMs = 5000;
const keptMs = { ready: 60_000, unable: 30_000, unreached: 3000 } as const;

type Outcome<Found> =
  | { readonly kind: 'ready'; readonly found: Found }
  | { readonly kind: 'unable' | 'unreached'; readonly error: CodedError };

export function createModelChoice<Found extends FoundModel>(choosing: Choosing<Found>): ModelChoice<Found> {
  let kept: { readonly outcome: Outcome<Found>; readonly untilMs: number } | undefined;
  let current = choosing.named;

  const ask = shareTask(async signal => {
    const outcome = await choose(choosing, signal);
    if (outcome.kind === 'ready') current = outcome.found.model;
    kept = { outcome, untilMs: performance.now() + keptMs[outcome.kind] };
    return outcome;
  });

  async function getOutcome(signal: AbortSignal): Promise<Outcome<Found>> {
    requireNotCancelled(signal);
    return kept && performance.now() < kept.untilMs ? kept.outcome : ask(signal);
  }

  return {
    get current() {
      return current;
    },
    async checkReadiness(signal) {
      const outcome = await getOutcome(signal);
      if (outcome.kind !== 'ready') return outcome;
      const { model, found, endsOn } = outcome.found;
      return { kind: 'ready', model, found, ...(endsOn !== undefined && { endsOn }) };
    },
    async require(signal) {
      const outcome = await getOutcome(signal);
      if (outcome.kind !== 'ready') throw outcome.error;
      return outcome.found;
    },
    forget() {
      kept = undefined;
    },
  };
}

async function choose<Found extends FoundModel>(
  { named, find, mapError }: Choosing<Found>,
  signal: AbortSignal,
): Promise<Outcome<Found>> {
  using limited = limitSignal(
    longestAskMs,
    signal,
    new CodedError('provider_timeout', { costsNothing: true }),
  );
  try {
    const found = await find(limited.signal);
    if (!('error' in found)) return { kind: 'ready', found };
    // A wrong name is a configuration error, which a fallback provider must not hide.
    return { kind: named === undefined ? 'unable' : 'unreached', error: found.error };
  } catch (error) {
    requireNotCancelled(signal);
    // Listing is free. A rejected key is a configuration error, too.
    return { kind: 'unreached', error: withCost(mapError(error, limited.signal), true) };
  }
}

/** A provider's models, and which of them suits a role. */
export interface ModelSource<Listed extends { readonly name: string }, Found extends FoundModel> {
  /** Undefined for a server without a list. @throws errors of the call */
  list(signal: AbortSignal): Promise<readonly Listed[] | undefined>;
  /** A model that the list may lack, such as an alias. @throws errors of the call */
  get(name: string, signal: AbortSignal): Promise<Listed | undefined>;
  isAble(model: Listed): boolean;
  /** By name, first choice first. */
  readonly known: readonly string[];
  /** For those that are not known: the best first. */
  compare(one: Listed, other: Listed): number;
  /** How the best of them was chosen. */
  readonly foundUnknown: string;
  readonly noModel: Message<'provider'>;
  /** @param model its name alone if the server has no list */
  describe(model: Listed | { readonly name: string }, found: string): Found;
}

interface WantedModel {
  readonly provider: string;
  readonly setting: string;
  /** The configured name; undefined to choose from the list. */
  readonly named: string | undefined;
}

/** The model of a role, or why there is none. @throws errors of the calls */
export async function findModel<Listed extends { readonly name: string }, Found extends FoundModel>(
  source: ModelSource<Listed, Found>,
  { provider, setting, named }: WantedModel,
  signal: AbortSignal,
): Promise<Found | { readonly error: CodedError }> {
  const models = await source.list(signal);
  if (named !== undefined) {
    const listed = models?.find(({ name }) => name === named);
    const model = models ? (listed ?? (await source.get(named, signal))) : { name: named };
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
