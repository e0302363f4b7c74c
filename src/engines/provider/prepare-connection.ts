import type { CodedError } from '#shared/errors.ts';
import { isSetUp } from '../is-set-up.ts';
import { type AnswerKind, guardFetch } from './guard-fetch.ts';
import { nameProvider, type Vendor } from './name-provider.ts';
import { createUndiciFetch } from './undici-fetch.ts';

/** How a vendor is reached, or a server that is compatible with it. What is left out is the vendor's default. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  /** Where a compatible server listens. */
  readonly baseUrl: string | undefined;
  /** The longest that one try may take. What took longer is not tried again. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed try is repeated. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What differs from vendor to vendor. */
export interface VendorRules {
  readonly vendor: Vendor;
  readonly baseUrl: string;
  /** The longest wait for the first byte of an answer. */
  readonly timeoutMs: number;
  /** The longest from the first byte of an answer to its last. */
  readonly longestBodyMs: number;
  readonly maxRetries: number;
  /** Whether a refusal with this text means that there is nothing left to spend, for which no waiting helps. */
  readonly isOutOfCredit: (refusalText: string) => boolean;
  /** @param apiKey kept out of the cause */
  readonly mapError: (error: unknown, signal: AbortSignal, apiKey: string) => CodedError;
}

/** What an SDK's client is made with. Its `fetch` is guarded. */
export interface ClientSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof globalThis.fetch;
}

/** One kind of call to a provider, without the client that makes it. */
export interface PreparedConnection {
  /** Who answers, as a person may know it. */
  readonly providerName: string;
  /** As it was set; undefined for the vendor's own. */
  readonly baseUrl: string | undefined;
  /** False for a compatible server. */
  readonly isVendor: boolean;
  readonly clientSettings: ClientSettings;
  readonly mapError: (error: unknown, signal: AbortSignal) => CodedError;
}

/** A provider that started to answer and then sends nothing for so long has died. */
const longestIdleMs = 120_000;
/** Local servers ask for no key, but an SDK wants to send one, or would look for one in the environment. */
const placeholderKey = 'no-key-needed';

/**
 * Prepares calls that are answered with one kind of body.
 * @throws RangeError when there is neither a key nor a base URL
 */
export function prepareConnection(
  rules: VendorRules,
  access: ProviderAccess,
  answer: AnswerKind,
): PreparedConnection {
  if (!isSetUp(access)) throw new RangeError(`${rules.vendor.name} needs a key or the base URL of a server.`);
  const apiKey = access.apiKey || placeholderKey;
  const timeoutMs = access.timeoutMs ?? rules.timeoutMs;
  const guard = {
    answer,
    isFinal: rules.isOutOfCredit,
    headTimeoutMs: timeoutMs,
    idleTimeoutMs: Math.min(longestIdleMs, timeoutMs),
    waitTimeoutMs: access.timeoutMs ?? rules.longestBodyMs,
  };
  const providerName = nameProvider(rules.vendor, access.baseUrl);
  return {
    providerName,
    baseUrl: access.baseUrl,
    isVendor: providerName === rules.vendor.name,
    clientSettings: {
      apiKey,
      baseUrl: access.baseUrl || rules.baseUrl,
      timeoutMs,
      maxRetries: access.maxRetries ?? rules.maxRetries,
      fetch: guardFetch(access.fetch ?? createUndiciFetch(timeoutMs), guard),
    },
    mapError: (error, signal) => rules.mapError(error, signal, apiKey),
  };
}
