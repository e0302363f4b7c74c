import type { GoogleGenAI } from '@google/genai';
import { type AnswerKind, retryFetch } from '../provider/guard-fetch.ts';
import {
  type ClientSettings,
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { isFinal } from './error-body.ts';
import { keepRefusals } from './keep-refusals.ts';
import { mapError } from './map-error.ts';

/** A minute of sound in one event, as base64; the vendor sends dozens of events for a sentence. */
const maxEventBytes = 4 * 2 ** 20;

export const answerKinds = {
  /** A few thousand tokens, with thoughts, are tens of kilobytes; the list of all models is below a megabyte. */
  json: { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 2 * 2 ** 20 },
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 2 * 2 ** 20 },
  /**
   * The longest speech, 16,384 tokens, is 655 s at 25 tokens a second: 31 MB of samples, a third more as base64. A piece of 1,000
   * characters of Chinese, the slowest language, is 250 s.
   */
  sound: {
    mediaType: /^(text\/event-stream|application\/(.+\+)?json)$/u,
    maxBytes: 24 * 2 ** 20,
    maxEventBytes,
  },
} as const satisfies Record<string, AnswerKind>;

export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: Promise<GoogleGenAI>;
  /** Only to identify the vendor by the key's form. */
  readonly apiKey: string;
}

const vendorUrl = 'https://generativelanguage.googleapis.com';

/** The SDK has no default time-out or retries; these match the other providers' SDKs. */
const gemini: VendorRules = {
  vendor: { name: 'Gemini', domain: 'generativelanguage.googleapis.com' },
  baseUrl: vendorUrl,
  timeoutMs: 240_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  isOutOfCredit: isFinal,
  mapError,
};

/** A version copied along with the address; the SDK adds its own. */
const version = /\/v1(beta|alpha)?(\/openai)?\/*$/u;

/**
 * Prepares calls that return one kind of body.
 * @param access its base URL with or without a version
 * @throws RangeError without key and base URL
 */
export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const baseUrl = access.baseUrl?.replace(version, '');
  const { clientSettings, ...connection } = prepareConnection(gemini, { ...access, baseUrl }, answer);
  const client = openClient(clientSettings);
  // The caller reports the error; until then it must not count as an unhandled rejection.
  client.catch(() => undefined);
  return { ...connection, apiKey: clientSettings.apiKey, client };
}

/**
 * Loaded on demand: the SDK takes 30 MB and 0.08 s of processor time (3.1.0 on Node 24).
 * All that it would read from the environment is set here: a key or placeholder (without one it asks Google's metadata server for
 * credentials), the address, the service and the version; the version is the one in all documented speech examples. Its own retries
 * ignore the provider's wait time and are off by default.
 */
async function openClient({ apiKey, baseUrl, maxRetries, fetch }: ClientSettings): Promise<GoogleGenAI> {
  const { GoogleGenAI: Client } = await import('@google/genai');
  return new Client({
    apiKey,
    enterprise: false,
    apiVersion: 'v1beta',
    httpOptions: { baseUrl, fetch: retryFetch(keepRefusals(fetch), maxRetries) },
  });
}
