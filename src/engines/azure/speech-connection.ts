import { ZodError } from 'zod';
import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import {
  describeCause,
  type ErrorDescription,
  type Failure,
  failures,
  isTimeoutStatus,
  toBusyFailure,
  toFailedError,
  toFailure,
} from '../provider/failure.ts';
import { type AnswerKind, retryFetch } from '../provider/guard-fetch.ts';
import {
  cutEndSlashes,
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';

/** An error response. Its text is dropped: it may repeat the script. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Headers;

  constructor(status: number, headers: Headers) {
    super(`The provider answered ${status}.`);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }
}

export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  /**
   * @param path from the base URL on
   * @param init with a `body` for a POST of SSML
   * @throws {Refusal} for an answer that is not a success; else what `fetch` throws
   */
  readonly call: (path: string, init: CallInit) => Promise<Response>;
}

interface CallInit {
  readonly signal: AbortSignal;
  readonly body?: string;
}

const azureSpeech: VendorRules = {
  vendor: { name: 'Azure Speech', domain: 'speech.microsoft.com' },
  // Always given: it has the region.
  baseUrl: '',
  timeoutMs: 240_000,
  /** Ten minutes of sound, the most of a request, at half of real time. */
  longestBodyMs: 20 * 60_000,
  maxRetries: 2,
  isOutOfCredit: () => false,
  mapError,
};

/**
 * Prepares calls of the REST API that return one kind of body: learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech.
 * @param access its base URL without `/cognitiveservices`
 */
export function connectSpeech(access: ProviderAccess, answer: AnswerKind): Connection {
  const { clientSettings, ...connection } = prepareConnection(azureSpeech, access, answer);
  const { apiKey, baseUrl, maxRetries } = clientSettings;
  const fetch = retryFetch(clientSettings.fetch, maxRetries);
  return {
    ...connection,
    async call(path, { signal, body }) {
      const response = await fetch(`${cutEndSlashes(baseUrl)}${path}`, {
        signal,
        headers: { 'ocp-apim-subscription-key': apiKey, ...(body !== undefined && bodyHeaders) },
        ...(body !== undefined && { method: 'POST', body }),
      });
      if (response.ok) return response;
      await response.body?.cancel();
      throw new Refusal(response.status, response.headers);
    },
  };
}

/** The API requires a `User-Agent`. */
const bodyHeaders = {
  'content-type': 'application/ssml+xml',
  'x-microsoft-outputformat': 'audio-24khz-96kbitrate-mono-mp3',
  'user-agent': 'Benshi',
};

function mapError(error: unknown, signal: AbortSignal, apiKey: string): CodedError {
  if (signal.aborted) return toCancelledError(signal);
  if (error instanceof CodedError && error.cause === undefined) return error;
  const cause = describeCause(error instanceof CodedError ? error.cause : error, { apiKey, describeOwn });
  return toFailedError(findFailure(error), cause);
}

function findFailure(error: unknown): Failure {
  if (error instanceof CodedError) return toFailure(error);
  if (error instanceof Refusal) return findRefusal(error);
  if (error instanceof SyntaxError || error instanceof ZodError) return { code: 'provider_garbage' };
  // `fetch` without a response.
  return error instanceof TypeError ? failures.unreachable : { code: 'internal' };
}

function findRefusal({ status, headers }: Refusal): Failure {
  // A key of another region gets 401.
  if (status === 401 || status === 403) return failures.keyRejected;
  if (status === 429 || status === 503) return toBusyFailure(headers);
  if (isTimeoutStatus(status)) return { code: 'provider_timeout' };
  if (status === 400) return failures.textRejected;
  return { code: 'provider_unavailable', costsNothing: true };
}

function describeOwn(error: Error): ErrorDescription | undefined {
  if (error instanceof SyntaxError || error instanceof ZodError) return { facts: [] };
  return error instanceof Refusal ? { facts: [error.status] } : undefined;
}
