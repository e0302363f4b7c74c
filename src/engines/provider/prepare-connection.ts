import type { CodedError } from '#shared/errors.ts';
import { isSetUp } from '../ports.ts';
import { Refusal } from './failure.ts';
import { type AnswerKind, createUndiciFetch, guardFetch, retryFetch } from './guard-fetch.ts';

const privateNames = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/iu;

export interface Vendor {
  readonly name: string;
  /** Includes its subdomains. */
  readonly domain: string;
}

/**
 * Recipient of users' data, for the privacy notice: the vendor, another provider's host, or a general name for a server without a
 * public name. Internal host names are not shown.
 * @param baseUrl the vendor's own if undefined
 */
export function nameProvider(vendor: Vendor, baseUrl: string | undefined): string {
  if (!baseUrl) return vendor.name;
  const { hostname } = new URL(baseUrl);
  if (hostname === vendor.domain || hostname.endsWith(`.${vendor.domain}`)) return vendor.name;
  return hasPublicName(hostname) ? hostname : 'our own AI server';
}

/** Whether a compatible server belongs to the operator, without cost per call: it has no public name. */
export function isOwnServer(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && !hasPublicName(new URL(baseUrl).hostname);
}

function hasPublicName(hostname: string): boolean {
  const isAddress = /^[\d.]+$|^\[/u.test(hostname);
  return !isAddress && hostname.includes('.') && !privateNames.test(hostname);
}

/** Access to a vendor or a compatible server. Undefined values are the vendor's defaults. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  /** Of a compatible server. */
  readonly baseUrl: string | undefined;
  /** Time limit of one try; time-outs are not retried. */
  readonly timeoutMs?: number | undefined;
  /** A cloud that offers the vendor's own models, at any address: it takes what the vendor takes. */
  readonly cloud?: Vendor | undefined;
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface VendorRules {
  readonly vendor: Vendor;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly longestBodyMs: number;
  readonly maxRetries: number;
  /** Whether an error body means that the account is out of credit, so that retries are useless. */
  readonly isOutOfCredit: (refusalText: string) => boolean;
  /** A wait that is stated in an error body only. */
  readonly readWaitSeconds?: (refusalText: string) => number | undefined;
  /** @param apiKey is removed from the cause */
  readonly mapError: (error: unknown, signal: AbortSignal, apiKey: string) => CodedError;
}

export interface PreparedConnection {
  /** Only to recognise another vendor's by its form. */
  readonly apiKey: string;
  /** Shown to users. */
  readonly providerName: string;
  /** As configured; undefined for the vendor's own. */
  readonly baseUrl: string | undefined;
  /** False for a compatible server. */
  readonly isVendor: boolean;
  /** Options for an SDK's client. Its `fetch` is guarded. */
  readonly clientSettings: Pick<VendorRules, 'baseUrl' | 'timeoutMs' | 'maxRetries'> &
    Pick<typeof globalThis, 'fetch'>;
  readonly mapError: (error: unknown, signal: AbortSignal) => CodedError;
}

/** A provider that started to respond and then sends nothing for this long is dead. */
export const longestIdleMs = 120_000;
/** Local servers need no key, but SDKs require one or read it from the environment. */
const placeholderKey = 'no-key-needed';

/** A base URL to which a path can be appended. */
export function cutEndSlashes(baseUrl: string): string {
  let plain = baseUrl;
  while (plain.endsWith('/')) plain = plain.slice(0, -1);
  return plain;
}

/** For calls that return one kind of body. @throws RangeError without key and base URL */
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
    readWaitSeconds: rules.readWaitSeconds,
    headTimeoutMs: timeoutMs,
    idleTimeoutMs: Math.min(longestIdleMs, timeoutMs),
    waitTimeoutMs: access.timeoutMs ?? rules.longestBodyMs,
  };
  const providerName = nameProvider(access.cloud ?? rules.vendor, access.baseUrl);
  return {
    apiKey,
    providerName,
    baseUrl: access.baseUrl,
    isVendor: access.cloud !== undefined || providerName === rules.vendor.name,
    clientSettings: {
      baseUrl: access.baseUrl || rules.baseUrl,
      timeoutMs,
      maxRetries: access.maxRetries ?? rules.maxRetries,
      fetch: guardFetch(access.fetch ?? createUndiciFetch(timeoutMs), guard),
    },
    mapError: (error, signal) => rules.mapError(error, signal, apiKey),
  };
}

export interface HttpRules extends VendorRules {
  readonly composeHeaders: (apiKey: string) => Readonly<Record<string, string>>;
}

/** A connection without an SDK (docs/decisions/engine-roles.md). */
export interface HttpConnection extends Omit<PreparedConnection, 'clientSettings'> {
  /**
   * @param path from the base URL on, with its query
   * @throws {Refusal} for an answer that is not a success; else what `fetch` throws
   */
  readonly call: (path: string, init: CallInit) => Promise<Response>;
}

interface CallInit {
  readonly signal: AbortSignal;
  /** Sent by POST, an object as JSON; GET if undefined. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As {@link prepareConnection}, with retries. */
export function connectByFetch(rules: HttpRules, access: ProviderAccess, answer: AnswerKind): HttpConnection {
  const { clientSettings, ...connection } = prepareConnection(rules, access, answer);
  const { apiKey } = connection;
  const { baseUrl, maxRetries } = clientSettings;
  const fetch = retryFetch(clientSettings.fetch, maxRetries);
  return {
    ...connection,
    async call(path, { signal, body, headers }) {
      const isPlain = typeof body === 'string' || body instanceof FormData;
      const response = await fetch(`${cutEndSlashes(baseUrl)}${path}`, {
        signal,
        headers: {
          ...rules.composeHeaders(apiKey),
          ...(body && !isPlain && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { method: 'POST', body: isPlain ? body : JSON.stringify(body) }),
      });
      if (response.ok) return response;
      throw new Refusal(response.status, response.headers, await response.text());
    },
  };
}
