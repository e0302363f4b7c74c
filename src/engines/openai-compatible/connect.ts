import OpenAI from 'openai';
import { type AnswerKind, soundMediaType } from '../provider/guard-fetch.ts';
import type { Vendor } from '../provider/name-provider.ts';
import {
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { mapError } from './map-error.ts';
import { isFinalRefusal, normalizeRefusals } from './refusals.ts';

/** One kind of call to the provider. */
export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: OpenAI;
}

/** Where the vendor's own interface begins. */
export const vendorUrl = 'https://api.openai.com/v1';

export const vendor: Vendor = { name: 'OpenAI', domain: 'api.openai.com' };

const json = /^application\/(.+\+)?json$/u;

export const answerKinds = {
  /** A thousand tokens are some kilobytes. */
  json: { mediaType: json, maxBytes: 2 ** 20 },
  /** What is said of each of some hundreds of models: OpenRouter's list has about a megabyte. */
  list: { mediaType: json, maxBytes: 8 * 2 ** 20 },
  /** Each token comes in some hundred bytes of its own; the SDK holds an event about ten times over. */
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 2 * 2 ** 20 },
  /** 4,096 characters of Chinese are 17 minutes, 41 MB at the highest mp3 rate. */
  sound: { mediaType: soundMediaType, maxBytes: 64 * 2 ** 20 },
} as const satisfies Record<string, AnswerKind>;

/** Times and tries are the SDK's own defaults. */
const openAi: VendorRules = {
  vendor,
  baseUrl: vendorUrl,
  timeoutMs: 600_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  isOutOfCredit: isFinalRefusal,
  mapError,
};
/** The SDK would try again after a time-out of its own, so ours comes first; a refusal may take a little longer. */
const laterMs = 60_000;

/**
 * Prepares calls that are answered with one kind of body.
 * @param access its base URL with `/v1`
 * @throws RangeError when there is neither a key nor a base URL
 */
export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const { clientSettings, ...connection } = prepareConnection(openAi, access, answer);
  const { apiKey, baseUrl, timeoutMs, maxRetries, fetch } = clientSettings;
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // Null, not undefined: the SDK would fill them in from the environment and send them to whatever server this is.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    timeout: timeoutMs + laterMs,
    maxRetries,
    logLevel: 'off',
    fetch: normalizeRefusals(fetch),
  });
  return { ...connection, client };
}

/** The client for where the interface was found, which is not always where it was set. */
export function clientAt({ client }: Connection, apiUrl: string): OpenAI {
  return client.baseURL === apiUrl ? client : client.withOptions({ baseURL: apiUrl });
}
