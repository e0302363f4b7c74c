import { limitSignal } from '#shared/async/limit-time.ts';
import { shareTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Readiness } from '../ports.ts';
import { toFailedError, withCost } from '../provider/failure.ts';
import type { Connection } from './connect.ts';
import { findModel, type ModelRole } from './find-model.ts';
import type { ModelList } from './list-models.ts';
import { findForeignVendor, toKeyFailure } from './map-error.ts';

/** The model of a role: configured, or the first known one that is available. */
export interface ModelChoice {
  /** Undefined until it is chosen. */
  readonly current: string | undefined;
  readonly checkReadiness: (signal: AbortSignal) => Promise<Readiness>;
  /** @throws CodedError why there is none, `client_closed` */
  require(signal: AbortSignal): Promise<string>;
  /** Call when the provider no longer knows the model. */
  forget(): void;
  /** A shutdown date in a response, `2026-12-01`, replaces the known one. */
  noteEnd(model: string, endsOn: string): void;
}

/** Limit for choosing, in milliseconds: a client waits for it. */
const longestAskMs = 5000;
const keptMs = { ready: 60_000, unable: 30_000, unreached: 3000 } as const;

export function createModelChoice(connection: Connection, list: ModelList, role: ModelRole): ModelChoice {
  let kept: { readonly readiness: Readiness; readonly untilMs: number } | undefined;
  let current = role.named;
  const reportedEnds = new Map<string, string>();

  const ask = shareTask(async signal => {
    const readiness = await findReadiness(connection, list, role, signal);
    if (readiness.kind === 'ready') current = readiness.model;
    kept = { readiness, untilMs: performance.now() + keptMs[readiness.kind] };
    return readiness;
  });

  async function getReadiness(signal: AbortSignal): Promise<Readiness> {
    requireNotCancelled(signal);
    return kept && performance.now() < kept.untilMs ? kept.readiness : ask(signal);
  }

  return {
    get current() {
      return current;
    },
    async checkReadiness(signal) {
      const readiness = await getReadiness(signal);
      const reported = readiness.kind === 'ready' && reportedEnds.get(readiness.model ?? '');
      return reported ? { ...readiness, endsOn: reported } : readiness;
    },
    async require(signal) {
      const readiness = await getReadiness(signal);
      if (readiness.kind !== 'ready') throw readiness.error;
      return readiness.model ?? '';
    },
    forget() {
      kept = undefined;
      list.forget();
    },
    noteEnd(model, endsOn) {
      reportedEnds.set(model, endsOn);
    },
  };
}

async function findReadiness(
  connection: Connection,
  list: ModelList,
  role: ModelRole,
  signal: AbortSignal,
): Promise<Readiness> {
  const { apiKey, isVendor } = connection;
  // Another vendor's key is not sent; a compatible server may have any key.
  if (isVendor && findForeignVendor(apiKey))
    return { kind: 'unreached', error: toFailedError(toKeyFailure(apiKey)) };
  using limited = limitSignal(
    longestAskMs,
    signal,
    new CodedError('provider_timeout', { costsNothing: true }),
  );
  try {
    const found = await findModel(connection.providerName, list, role, limited.signal);
    if (!('error' in found)) return { kind: 'ready', ...found };
    // A wrong name is a configuration error, which a fallback provider must not hide.
    return { kind: role.named === undefined ? 'unable' : 'unreached', error: found.error };
  } catch (error) {
    requireNotCancelled(signal);
    // Listing is free. A rejected key is a configuration error, too.
    return { kind: 'unreached', error: withCost(connection.mapError(error, limited.signal), true) };
  }
}
