import OpenAI from 'openai';
import { type AnswerKind, soundMediaType } from '../provider/guard-fetch.ts';
import {
  nameProvider,
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type Vendor,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { isFinalRefusal, mapError, normalizeRefusals } from './map-error.ts';

export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: OpenAI;
}

export const vendorUrl = 'https://api.openai.com/v1';

export const vendor: Vendor = { name: 'OpenAI', domain: 'api.openai.com' };

/** Has this API and is a provider of its own. */
const otherVendor: Vendor = { name: 'Mistral', domain: 'api.mistral.ai' };

export function nameServer(baseUrl: string | undefined): string {
  const isOther = baseUrl !== undefined && new URL(baseUrl).hostname === otherVendor.domain;
  return nameProvider(isOther ? otherVendor : vendor, baseUrl);
}

const json = /^application\/(.+\+)?json$/u;

export const answerKinds = {
  /** A thousand tokens are some kilobytes. */
  json: { mediaType: json, maxBytes: 2 ** 20 },
  /** Some hundreds of models with descriptions: OpenRouter's list is about a megabyte. */
  list: { mediaType: json, maxBytes: 4 * 2 ** 20 },
  /** Each token takes some hundred bytes; the SDK holds an event about ten times over. */
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 2 * 2 ** 20 },
  /** 4,096 characters of Chinese are 17 minutes, 41 MB at the highest mp3 rate. */
  sound: { mediaType: soundMediaType, maxBytes: 47 * 2 ** 20 },
  /** Piper's own server calls its WAV file a web page. */
  piperSound: { mediaType: /^(audio\/.+|text\/html)$/u, maxBytes: 47 * 2 ** 20 },
} as const satisfies Record<string, AnswerKind>;

/** Times and retries are the SDK's defaults. */
const openAi: VendorRules = {
  vendor,
  baseUrl: vendorUrl,
  timeoutMs: 600_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  isOutOfCredit: isFinalRefusal,
  mapError,
};
/** The SDK would retry after its own time-out, so ours comes first; an error may take a little longer. */
const laterMs = 60_000;

/**
 * @param access its base URL with `/v1`
 * @throws RangeError without key and base URL
 */
export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const { clientSettings, ...connection } = prepareConnection(openAi, access, answer);
  const { apiKey, baseUrl, timeoutMs, maxRetries, fetch } = clientSettings;
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // Null, not undefined: otherwise the SDK reads them from the environment and sends them to any server.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    timeout: timeoutMs + laterMs,
    maxRetries,
    logLevel: 'off',
    fetch: normalizeRefusals(fetch),
  });
  return { ...connection, providerName: nameServer(access.baseUrl), client };
}

/** The client for the address where the API was found, which may differ from the configured one. */
export function clientAt({ client }: Connection, apiUrl: string): OpenAI {
  return client.baseURL === apiUrl ? client : client.withOptions({ baseURL: apiUrl });
}
