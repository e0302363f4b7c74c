import { shareTask } from '#shared/async/shared-task.ts';
import { CodedError } from '#shared/errors.ts';
import type { ProviderAccess } from '../../provider/prepare-connection.ts';
import { describeForeignKey } from '../foreign-key.ts';
import { type FoundServer, findServer } from './find-server.ts';

/** How long an answer is kept, in milliseconds. */
const kept = {
  /** What a person's own server has changes whenever they fetch a model; to ask it takes milliseconds. */
  foundMs: 30_000,
  /** What the vendor has is announced months before. */
  foundAtVendorMs: 15 * 60_000,
  /** Somebody may mend it. */
  refusedMs: 30_000,
  /** It may be starting. */
  unreachedMs: 3000,
};

/** What one server is and has, for all the roles that it does. */
export interface ServerFacts {
  /**
   * Asks, unless it was asked a short while ago; all who ask at once share the question.
   * @throws CodedError `client_closed`
   */
  find(signal: AbortSignal): Promise<FoundServer>;
  /** The next {@link find} asks anew: a call was told otherwise. */
  forget(): void;
}

/** @param access its base URL as it was set */
export function createServerFacts(
  access: ProviderAccess & { readonly isVendor: boolean; readonly vendorUrl: string },
): ServerFacts {
  const foreign = access.isVendor ? describeForeignKey(access.apiKey) : undefined;
  let last: { readonly found: FoundServer; readonly untilMs: number } | undefined;

  const ask = shareTask(async signal => {
    const found = await findServer(access, signal);
    last = { found, untilMs: performance.now() + getKeptMs(found, access.isVendor) };
    return found;
  });

  return {
    async find(signal) {
      // Another company's key is shown to nobody.
      if (foreign !== undefined) return { kind: 'turned_away', error: toSetupError(foreign) };
      if (last && performance.now() < last.untilMs) return last.found;
      return await ask(signal);
    },
    forget() {
      last = undefined;
    },
  };
}

function getKeptMs({ kind }: FoundServer, isVendor: boolean): number {
  if (kind === 'found') return isVendor ? kept.foundAtVendorMs : kept.foundMs;
  return kind === 'refused' || kind === 'turned_away' ? kept.refusedMs : kept.unreachedMs;
}

function toSetupError(message: string): CodedError {
  return new CodedError('provider_unavailable', { message, costsNothing: true });
}
