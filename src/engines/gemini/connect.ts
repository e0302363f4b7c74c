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

/** One kind of call to the provider. */
export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: Promise<GoogleGenAI>;
  /** Only to tell whose it is. */
  readonly apiKey: string;
}

/** Where the vendor's own interface begins. */
export const vendorUrl = 'https://generativelanguage.googleapis.com';

/** The SDK itself has no time-out and no tries by default; these are those of the other providers' SDKs. */
const gemini: VendorRules = {
  vendor: { name: 'Gemini', domain: 'generativelanguage.googleapis.com' },
  baseUrl: vendorUrl,
  timeoutMs: 240_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  isOutOfCredit: isFinal,
  mapError,
};

/** A version that somebody copied along with the address; the SDK adds one, or even two. */
const version = /\/v1(beta|alpha)?(\/openai)?\/*$/u;

/**
 * Prepares calls that are answered with one kind of body.
 * @param access its base URL with or without a version
 * @throws RangeError when there is neither a key nor a base URL
 */
export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const baseUrl = access.baseUrl?.replace(version, '');
  const { clientSettings, ...connection } = prepareConnection(gemini, { ...access, baseUrl }, answer);
  const client = openClient(clientSettings);
  // Whoever calls hears of it; until then it must not count as unhandled.
  client.catch(() => undefined);
  return { ...connection, apiKey: clientSettings.apiKey, client };
}

/**
 * The SDK takes 30 MB and 0.08 s of processor time (3.1.0 on Node 24), so that only a server that is set up for it loads it.
 *
 * What it would else look for in the environment is given: a key or a placeholder (without one it asks Google's metadata
 * server for credentials), the address (`GOOGLE_GEMINI_BASE_URL`), the service (`GOOGLE_GENAI_USE_VERTEXAI`) and the version
 * (`GOOGLE_GENAI_API_VERSION`). The version is the one that all documented examples of speech use; 3.x would take `v1`.
 * Its own tries ignore how long the provider asks to wait, and are off unless they are asked for.
 * Where `GOOGLE_API_KEY` stands in the environment beside `GEMINI_API_KEY`, it writes to the console that it uses that one; it does not.
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
