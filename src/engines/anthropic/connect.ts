import Anthropic, {
  AnthropicError,
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from '@anthropic-ai/sdk';
import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import {
  createErrorMapper,
  type ErrorDescription,
  type Failure,
  failures,
  toBusyFailure,
  toFailure,
  toStatusFailure,
} from '../provider/failure.ts';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import {
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { parseJson } from '../provider/written-text.ts';

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
  mapError: createErrorMapper({ findFailure, describeOwn }),
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

export function meansUnknown(error: unknown): boolean {
  return error instanceof APIError && error.status === 404;
}

/** Errors: platform.claude.com/docs/en/api/errors and /api/rate-limits (November 2026), and the SDK's `resources/shared`. */
function findFailure(error: unknown): Failure {
  if (error instanceof CodedError) return toFailure(error);
  if (error instanceof APIUserAbortError) return { code: 'client_closed' };
  if (error instanceof APIConnectionTimeoutError) return { code: 'provider_timeout' };
  if (error instanceof APIConnectionError) return failures.unreachable;
  if (error instanceof APIError) {
    const failure = findRefusal(error);
    // Without a status it came in the middle of a response.
    return error.status === undefined ? { ...failure, costsNothing: false } : failure;
  }
  // The SDK parses JSON bodies and events itself.
  if (error instanceof SyntaxError || error instanceof AnthropicError) return { code: 'provider_garbage' };
  return { code: 'internal' };
}

/** An error with a status, or inside a stream, where only its type tells. */
function findRefusal({ status, type, errorCode, apiMessage, headers }: APIError): Failure {
  const message = apiMessage ?? '';
  if (meansSpent(type, errorCode, message)) return failures.outOfCredit;
  if (/prompt is too long/iu.test(message)) return failures.textTooLong;
  if (type === 'timeout_error') return { code: 'provider_timeout' };
  if (type === 'overloaded_error' || type === 'rate_limit_error') return toBusyFailure(headers);
  return toStatusFailure({ status, headers }, failures.requestRejected);
}

/** A spend limit has status 400 or 429, and a missing credit 400: the code or the sentence tells. */
function meansSpent(type: unknown, errorCode: unknown, message: string): boolean {
  return (
    type === 'billing_error' ||
    (typeof errorCode === 'string' && errorCode.includes('spend_limit')) ||
    /credit balance is too low|API usage limits/iu.test(message)
  );
}

const bodySchema = z.object({
  error: z.object({
    type: z.string().catch(''),
    message: z.string().catch(''),
    details: z.object({ error_code: z.string().nullish() }).nullish().catch(undefined),
  }),
});

/** Whether a retry would fail the same way although the status looks temporary: a spend limit has 429. */
function isFinal(refusalText: string): boolean {
  const body = bodySchema.safeParse(parseJson(refusalText)).data?.error;
  return body !== undefined && meansSpent(body.type, body.details?.error_code, body.message);
}

/** Without the message, which may repeat the request. */
function describeOwn(error: Error): ErrorDescription | undefined {
  if (!(error instanceof APIError)) return undefined;
  const { status, type, errorCode, requestID } = error;
  return { facts: [status, type, errorCode, requestID] };
}
