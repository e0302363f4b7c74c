import { type AnswerKind, retryFetch } from '../provider/guard-fetch.ts';
import {
  cutEndSlashes,
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { isOutOfCredit, Refusal } from './error-body.ts';
import { mapError } from './map-error.ts';

export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  /**
   * @param path with its query, from `/v1` on
   * @throws {Refusal} for an answer that is not a success; else what `fetch` throws
   */
  readonly call: (path: string, init: CallInit) => Promise<Response>;
}

interface CallInit {
  readonly signal: AbortSignal;
  /** Sent by POST, as JSON or as a form; GET if undefined. */
  readonly body?: object | FormData;
}

const vendorUrl = 'https://api.elevenlabs.io';

/** Time-outs and retries are the defaults of the vendor's SDK. */
const elevenLabs: VendorRules = {
  vendor: { name: 'ElevenLabs', domain: 'elevenlabs.io' },
  baseUrl: vendorUrl,
  timeoutMs: 240_000,
  /** Three hours of sound, generated at twice real time. */
  longestBodyMs: 90 * 60_000,
  maxRetries: 2,
  isOutOfCredit,
  mapError,
};

/**
 * Prepares calls that return one kind of body. Why without the SDK: docs/decisions/engine-roles.md.
 * @param access its base URL without `/v1`
 * @throws RangeError without key and base URL
 */
export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const { clientSettings, ...connection } = prepareConnection(elevenLabs, access, answer);
  const { apiKey, baseUrl, maxRetries } = clientSettings;
  const fetch = retryFetch(clientSettings.fetch, maxRetries);
  return {
    ...connection,
    async call(path, { signal, body }) {
      const isJson = body && !(body instanceof FormData);
      const response = await fetch(`${cutEndSlashes(baseUrl)}${path}`, {
        signal,
        headers: { 'xi-api-key': apiKey, ...(isJson && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      if (response.ok) return response;
      throw new Refusal(response.status, response.headers, await response.text());
    },
  };
}
