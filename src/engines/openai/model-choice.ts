import { CodedError } from '#shared/errors.ts';
import type { Readiness } from '../ports.ts';
import { type ChatRole, chooseModel } from './choose-model.ts';
import type { Server } from './server.ts';
import type { FoundServer } from './servers/find-server.ts';
import type { ServerKind } from './servers/server-model.ts';

/** A model that was told not to be there may have been fetched since. */
const rejectedMs = 60_000;

/** The model that a call is to be made to. */
export interface ChosenModel {
  readonly name: string;
  readonly kind: ServerKind;
  /** Where the server's interface begins. */
  readonly apiUrl: string;
}

/** Which model does a role, found out by asking the server whenever it is needed. */
export interface ModelChoice {
  /** As far as is known. */
  readonly model: string | undefined;
  /** See `DescribedEngine`. */
  checkReadiness(signal: AbortSignal): Promise<Readiness>;
  /** @throws CodedError the reason why there is none, `client_closed` */
  require(signal: AbortSignal): Promise<ChosenModel>;
  /** A call was told that the model is not there: the next question is asked anew. */
  reject(name: string): void;
}

interface Judged {
  readonly readiness: Readiness;
  readonly chosen?: ChosenModel;
  readonly error?: CodedError;
}

/**
 * @param named by the settings; undefined for `auto`
 * @param setting that names it, or would
 */
export function createModelChoice(
  server: Server,
  role: ChatRole,
  { named, setting }: { named: string | undefined; setting: string },
): ModelChoice {
  let model = named;
  const rejectedUntil = new Map<string, number>();

  async function judge(signal: AbortSignal): Promise<Judged> {
    const judged = judgeFound(await server.facts.find(signal));
    if (judged.readiness.kind === 'ready') model = judged.readiness.model;
    return judged;
  }

  function judgeFound(found: FoundServer): Judged {
    if (found.kind === 'found') return pick(found.listing);
    // Without the list the vendor's models and one that is named can still be tried.
    if (found.kind === 'refused') {
      const judged = pick({ kind: 'other', apiUrl: found.apiUrl, models: undefined });
      if (judged.readiness.kind === 'ready') return judged;
    }
    const { message: reason } = found.error;
    return { readiness: { kind: 'unreached', reason }, error: found.error };
  }

  function pick(listing: Extract<FoundServer, { kind: 'found' }>['listing']): Judged {
    const { isVendor, providerName } = server;
    const today = new Date().toISOString().slice(0, 10);
    const rejected = new Set(
      [...rejectedUntil].filter(([, until]) => until > performance.now()).map(([name]) => name),
    );
    const wish = { role, named, setting, isVendor, providerName, rejected, today };
    const readiness = chooseModel(listing, wish);
    if (readiness.kind !== 'ready' || readiness.model === undefined) return { readiness };
    const { model: name } = readiness;
    return { readiness, chosen: { name, kind: listing.kind, apiUrl: listing.apiUrl } };
  }

  return {
    get model() {
      return model;
    },
    checkReadiness: async signal => (await judge(signal)).readiness,
    async require(signal) {
      const { readiness, chosen, error } = await judge(signal);
      if (chosen) return chosen;
      if (error) throw error;
      const message = readiness.kind === 'ready' ? undefined : readiness.reason;
      throw new CodedError('provider_unavailable', { message, costsNothing: true });
    },
    reject(name) {
      server.facts.forget();
      if (named === undefined) rejectedUntil.set(name, performance.now() + rejectedMs);
    },
  };
}
