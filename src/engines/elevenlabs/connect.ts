import type { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import {
  type ClientSettings,
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { retryFetch } from '../provider/retry-fetch.ts';
import { isOutOfCredit } from './error-body.ts';
import { mapError } from './map-error.ts';

/** One kind of call to the provider. */
export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: Promise<ElevenLabsClient>;
}

/** Where the vendor's own interface begins. */
export const vendorUrl = 'https://api.elevenlabs.io';

/** Time-out and tries are the SDK's own defaults. */
const elevenLabs: VendorRules = {
  vendor: { name: 'ElevenLabs', domain: 'elevenlabs.io' },
  baseUrl: vendorUrl,
  timeoutMs: 240_000,
  /** Three hours of sound that is made twice as fast as it is heard. */
  longestBodyMs: 90 * 60_000,
  maxRetries: 2,
  isOutOfCredit,
  mapError,
};

/**
 * Prepares calls that are answered with one kind of body.
 * @param access its base URL without `/v1`
 * @throws RangeError when there is neither a key nor a base URL
 */
export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const { clientSettings, ...connection } = prepareConnection(elevenLabs, access, answer);
  const client = openClient(clientSettings);
  // Whoever calls hears of it; until then it must not count as unhandled.
  client.catch(() => undefined);
  return { ...connection, client };
}

/** The SDK takes about 120 MB and a second of processor time, so that only a server that speaks with it loads it. */
async function openClient(settings: ClientSettings): Promise<ElevenLabsClient> {
  const { apiKey, baseUrl, timeoutMs, maxRetries, fetch } = settings;
  const { ElevenLabsClient: Client } = await import('@elevenlabs/elevenlabs-js');
  return new Client({
    apiKey,
    baseUrl,
    timeoutInSeconds: timeoutMs / 1000,
    // Its own tries cannot be stopped while they wait, and it obeys a `Retry-After` of a minute.
    maxRetries: 0,
    fetch: retryFetch(fetch, maxRetries),
  });
}
