import Anthropic from '@anthropic-ai/sdk';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import {
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { isFinal, mapError } from './map-error.ts';

export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: Anthropic;
  /** Only to identify another vendor's by its form. */
  readonly apiKey: string;
}

const vendorUrl = 'https://api.anthropic.com';

export const answerKinds = {
  /** A thousand models of a kilobyte each; the vendor has about twenty. */
  list: { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 2 ** 20 },
  /** Each token takes some hundred bytes. */
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 4 * 2 ** 20 },
} as const satisfies Record<string, AnswerKind>;

/** Times and retries are the SDK's defaults. */
const anthropic: VendorRules = {
  vendor: { name: 'Anthropic', domain: 'api.anthropic.com' },
  baseUrl: vendorUrl,
  timeoutMs: 600_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  isOutOfCredit: isFinal,
  mapError,
};
/** The SDK would retry after its own time-out, so ours comes first. */
const laterMs = 60_000;

/** A version copied along with the address; the SDK adds its own. */
const version = /\/v1\/*$/u;

/**
 * Prepares calls that return one kind of body.
 * @param access its base URL with or without `/v1`
 * @throws RangeError without key and base URL
 */
export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const baseUrl = access.baseUrl?.replace(version, '');
  const { clientSettings, ...connection } = prepareConnection(anthropic, { ...access, baseUrl }, answer);
  const { apiKey, timeoutMs, maxRetries, fetch } = clientSettings;
  const client = new Anthropic({
    apiKey,
    baseURL: clientSettings.baseUrl,
    // Null, not undefined: otherwise the SDK reads them from the environment.
    authToken: null,
    webhookKey: null,
    openTelemetry: false,
    timeout: timeoutMs + laterMs,
    maxRetries,
    logLevel: 'off',
    fetch,
  });
  return { ...connection, apiKey, client };
}
