import { shareTask } from '#shared/async/shared-task.ts';
import { CodedError } from '#shared/errors.ts';
import { isOwnServer } from '../../provider/name-provider.ts';
import type { ProviderAccess } from '../../provider/prepare-connection.ts';
import { describeForeignKey } from '../foreign-key.ts';
import { type FoundServer, findServer } from './find-server.ts';

/** How long an answer is kept, in milliseconds. */
const kept = {
  /** What a person's own server has changes whenever they fetch a model; to ask it takes milliseconds. */
  foundMs: 30_000,
  /** Whoever sells models announces their ends, and the list may be a megabyte. */
  foundElsewhereMs: 15 * 60_000,
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
    last = { found, untilMs: performance.now() + getKeptMs(found, isOwnServer(access.baseUrl)) };
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

function getKeptMs(found: FoundServer, isOwn: boolean): number {
  if (found.kind === 'found') {
    const hasModels = (found.listing.models ?? []).length > 0;
    return hasModels && !isOwn ? kept.foundElsewhereMs : kept.foundMs;
  }
  const isLasting = found.kind === 'turned_away' || (found.kind === 'refused' && found.isLasting);
  return isLasting ? kept.refusedMs : kept.unreachedMs;
}

function toSetupError(message: string): CodedError {
  return new CodedError('provider_unavailable', { message, costsNothing: true });
}
