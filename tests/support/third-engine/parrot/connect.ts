import {
  describeCause,
  type Failure,
  failures,
  isTimeoutStatus,
  toBusyFailure,
  toFailedError,
  toFailure,
} from '#engines/provider/failure.ts';
import { type AnswerKind, retryFetch } from '#engines/provider/guard-fetch.ts';
import {
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '#engines/provider/prepare-connection.ts';
import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';

/** One kind of call to Parrot. */
export interface Connection {
  readonly providerName: string;
  readonly baseUrl: string | undefined;
  /** Posts JSON and reads the answer. @throws CodedError only */
  post<T>(
    path: string,
    body: object,
    signal: AbortSignal,
    read: (answer: Response) => Promise<T>,
  ): Promise<T>;
  readonly mapError: (error: unknown, signal: AbortSignal) => CodedError;
}

const parrot: VendorRules = {
  vendor: { name: 'Parrot', domain: '127.0.0.1' },
  baseUrl: 'https://api.parrot.example',
  timeoutMs: 60_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  isOutOfCredit: refusalText => refusalText.includes('no_more_seeds'),
  mapError,
};

export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const prepared = prepareConnection(parrot, access, answer);
  const { baseUrl, maxRetries, fetch } = prepared.clientSettings;
  const send = retryFetch(fetch, maxRetries);
  const headers = { authorization: `Bearer ${prepared.apiKey}`, 'content-type': 'application/json' };
  return {
    providerName: prepared.providerName,
    baseUrl: prepared.baseUrl,
    mapError: prepared.mapError,
    async post(path, body, signal, read) {
      try {
        const response = await send(baseUrl + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          signal,
        });
        if (!response.ok) throw new RefusedError(response);
        return await read(response);
      } catch (error) {
        throw prepared.mapError(error, signal);
      }
    },
  };
}

class RefusedError extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super('refused');
    this.response = response;
  }
}

function mapError(error: unknown, signal: AbortSignal, apiKey: string): CodedError {
  if (signal.aborted) return toCancelledError(signal);
  if (error instanceof CodedError && error.cause === undefined) return error;
  const listFacts = (each: Error) => (each instanceof RefusedError ? [each.response.status] : undefined);
  const cause = describeCause(error instanceof CodedError ? error.cause : error, { apiKey, listFacts });
  return toFailedError(findFailure(error), cause);
}

function findFailure(error: unknown): Failure {
  if (error instanceof CodedError) return toFailure(error);
  if (!(error instanceof RefusedError)) return failures.unreachable;
  const { status, headers } = error.response;
  if (status === 402) return failures.outOfCredit;
  if (status === 401 || status === 403) return failures.keyRejected;
  if (status === 429 || status === 503) return toBusyFailure(headers);
  if (isTimeoutStatus(status)) return { code: 'provider_timeout' };
  return { code: 'provider_unavailable', costsNothing: true };
}
