import type { Readiness } from '../ports.ts';
import { toFailedError } from '../provider/failure.ts';
import { createModelChoice as createChoice } from '../provider/model-choice.ts';
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

export function createModelChoice(connection: Connection, list: ModelList, role: ModelRole): ModelChoice {
  const { apiKey, isVendor, providerName, mapError } = connection;
  const reportedEnds = new Map<string, string>();
  const choice = createChoice({
    named: role.named,
    find: async signal => {
      // Another vendor's key is not sent; a compatible server may have any key.
      if (isVendor && findForeignVendor(apiKey)) throw toFailedError(toKeyFailure(apiKey));
      return await findModel(providerName, list, role, signal);
    },
    mapError,
  });

  return {
    get current() {
      return choice.current;
    },
    async checkReadiness(signal) {
      const readiness = await choice.checkReadiness(signal);
      const reported = readiness.kind === 'ready' && reportedEnds.get(readiness.model ?? '');
      return reported ? { ...readiness, endsOn: reported } : readiness;
    },
    require: async signal => (await choice.require(signal)).model,
    forget() {
      choice.forget();
      list.forget();
    },
    noteEnd(model, endsOn) {
      reportedEnds.set(model, endsOn);
    },
  };
}
