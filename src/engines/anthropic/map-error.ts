import {
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
  isTimeoutStatus,
  toBusyFailure,
  toFailure,
} from '../provider/failure.ts';
import { parseJson } from '../provider/written-text.ts';

/** Errors: platform.claude.com/docs/en/api/errors and /api/rate-limits (November 2026), and the SDK's `resources/shared`. */
export const mapError = createErrorMapper({ findFailure, describeOwn });

export function meansUnknown(error: unknown): boolean {
  return error instanceof APIError && error.status === 404;
}

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
  if (status === 402 || meansSpent(type, errorCode, message)) return failures.outOfCredit;
  if (status === 401 || status === 403) return failures.keyRejected;
  if (status === 404) return failures.unknownModel;
  if (status === 413 || /prompt is too long/iu.test(message)) return failures.textTooLong;
  if (isTimeoutStatus(status) || type === 'timeout_error') return { code: 'provider_timeout' };
  const isBusy = status === 429 || status === 409 || status === 503 || status === 529;
  if (isBusy || type === 'overloaded_error' || type === 'rate_limit_error') return toBusyFailure(headers);
  if (status === 400 || status === 422) return failures.requestRejected;
  return { code: 'provider_unavailable', costsNothing: true };
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
export function isFinal(refusalText: string): boolean {
  const body = bodySchema.safeParse(parseJson(refusalText)).data?.error;
  return body !== undefined && meansSpent(body.type, body.details?.error_code, body.message);
}

/** Without the message, which may repeat the request. */
function describeOwn(error: Error): ErrorDescription | undefined {
  if (!(error instanceof APIError)) return undefined;
  const { status, type, errorCode, requestID } = error;
  return { facts: [status, type, errorCode, requestID] };
}
