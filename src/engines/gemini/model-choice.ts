import { limitSignal } from '#shared/async/limit-time.ts';
import { shareTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Readiness } from '../ports.ts';
import type { Connection } from './connect.ts';
import { findModel, type ModelRole } from './find-model.ts';
import { describeRefusedKey, findForeignVendor } from './foreign-key.ts';
import type { ModelList } from './list-models.ts';

/** The model of a role: named by a setting, or the first of the known ones that is there. */
export interface ModelChoice {
  /** Undefined before it was found out. */
  readonly current: string | undefined;
  readonly checkReadiness: (signal: AbortSignal) => Promise<Readiness>;
  /** @throws CodedError why there is none, `client_closed` */
  require(signal: AbortSignal): Promise<string>;
  /** A call was told that there is no such model. */
  forget(): void;
  /** An answer may say on which day its model ends, `2026-12-01`: that is newer than what is known here. */
  noteEnd(model: string, endsOn: string): void;
}

interface Outcome {
  readonly readiness: Readiness;
  /** What a call fails with that cannot be made; undefined when it can. */
  readonly error?: CodedError;
}

/** Asking takes this long at most, in milliseconds: somebody waits for it. */
const longestAskMs = 5000;
const keptMs = { ready: 60_000, unable: 30_000, unreached: 3000 } as const;

/** @param getNowMs a clock that only goes forward */
export function createModelChoice(
  connection: Connection,
  list: ModelList,
  role: ModelRole,
  getNowMs: () => number = () => performance.now(),
): ModelChoice {
  let kept: { readonly outcome: Outcome; readonly untilMs: number } | undefined;
  let current = role.named;
  const reportedEnds = new Map<string, string>();

  const ask = shareTask(async signal => {
    const outcome = await findOutcome(connection, list, role, signal);
    const { readiness } = outcome;
    if (readiness.kind === 'ready') current = readiness.model;
    kept = { outcome, untilMs: getNowMs() + keptMs[readiness.kind] };
    return outcome;
  });

  async function getOutcome(signal: AbortSignal): Promise<Outcome> {
    requireNotCancelled(signal);
    return kept && getNowMs() < kept.untilMs ? kept.outcome : ask(signal);
  }

  return {
    get current() {
      return current;
    },
    async checkReadiness(signal) {
      const { readiness } = await getOutcome(signal);
      const reported = readiness.kind === 'ready' && reportedEnds.get(readiness.model ?? '');
      return reported ? { ...readiness, endsOn: reported } : readiness;
    },
    async require(signal) {
      const { readiness, error } = await getOutcome(signal);
      if (readiness.kind === 'ready' && readiness.model !== undefined) return readiness.model;
      throw error ?? new CodedError('provider_unavailable', { costsNothing: true });
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

async function findOutcome(
  connection: Connection,
  list: ModelList,
  role: ModelRole,
  signal: AbortSignal,
): Promise<Outcome> {
  const { apiKey, isVendor } = connection;
  // Another vendor's key is nobody's business; a compatible server may have keys of any kind.
  if (isVendor && findForeignVendor(apiKey)) return refuse('unreached', describeRefusedKey(apiKey));
  using limited = limitSignal(
    longestAskMs,
    signal,
    new CodedError('provider_timeout', { costsNothing: true }),
  );
  try {
    const found = await findModel(connection.providerName, list, role, limited.signal);
    if (!('reason' in found)) return { readiness: { kind: 'ready', ...found } };
    // A name that is wrong is a mistake of whoever set it: nobody else takes the work over without a word.
    return refuse(role.named === undefined ? 'unable' : 'unreached', found.reason);
  } catch (error) {
    requireNotCancelled(signal);
    return toOutcome(connection.mapError(error, limited.signal));
  }
}

function refuse(kind: 'unable' | 'unreached', reason: string): Outcome {
  const error = new CodedError('provider_unavailable', { message: reason, costsNothing: true });
  return { readiness: { kind, reason }, error };
}

/** A provider that did not answer or turned the key away keeps its role: a wrong key is a mistake that has to be seen. */
function toOutcome({ code, message, retryAfterSeconds, cause }: CodedError): Outcome {
  return {
    readiness: { kind: 'unreached', reason: message },
    // Only what a model does is paid for.
    error: new CodedError(code, { message, retryAfterSeconds, cause, costsNothing: true }),
  };
}
