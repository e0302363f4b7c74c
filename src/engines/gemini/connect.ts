import type { GoogleGenAI } from '@google/genai';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import {
  type ClientSettings,
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { retryFetch } from '../provider/retry-fetch.ts';
import { isFinal } from './error-body.ts';
import { keepRefusals } from './keep-refusals.ts';
import { limitEvents } from './limit-events.ts';
import { mapError } from './map-error.ts';

export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: Promise<GoogleGenAI>;
  /** Only to identify the vendor by the key's form. */
  readonly apiKey: string;
}

export const vendorUrl = 'https://generativelanguage.googleapis.com';

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
 *
 * All that it would read from the environment is set here: a key or placeholder (without one it asks Google's metadata server for
 * credentials), the address (`GOOGLE_GEMINI_BASE_URL`), the service (`GOOGLE_GENAI_USE_VERTEXAI`) and the version
 * (`GOOGLE_GENAI_API_VERSION`); the version is the one in all documented speech examples, 3.x would use `v1`. Its own retries
 * ignore the provider's wait time and are off by default. If both `GOOGLE_API_KEY` and `GEMINI_API_KEY` are set, its console
 * message that it uses the former is wrong.
 */
async function openClient({ apiKey, baseUrl, maxRetries, fetch }: ClientSettings): Promise<GoogleGenAI> {
  const { GoogleGenAI: Client } = await import('@google/genai');
  return new Client({
    apiKey,
    enterprise: false,
    apiVersion: 'v1beta',
    httpOptions: { baseUrl, fetch: retryFetch(keepRefusals(limitEvents(fetch)), maxRetries) },
  });
}
