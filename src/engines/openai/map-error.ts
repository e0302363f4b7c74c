import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { describeCause, type ErrorDescription } from '../provider/describe-cause.ts';
import {
  type Failure,
  failures,
  isTimeoutStatus,
  toBusyFailure,
  toFailedError,
  toFailure,
} from '../provider/failure.ts';
import { meansOutOfCredit } from './out-of-credit.ts';

const refusalCodes: readonly unknown[] = ['content_policy_violation', 'content_filter', 'moderation_blocked'];

/**
 * Turns whatever went wrong in a call to the provider into our one error.
 * @param apiKey kept out of the cause
 */
export function mapError(error: unknown, signal: AbortSignal, apiKey: string): CodedError {
  if (signal.aborted) return toCancelledError(signal);
  if (error instanceof CodedError && error.cause === undefined) return error;
  const cause = describeCause(error instanceof CodedError ? error.cause : error, {
    apiKey,
    describeOwn: describeRefusal,
  });
  return toFailedError(findFailure(error), cause);
}

function findFailure(error: unknown): Failure {
  if (error instanceof CodedError) return toFailure(error);
  if (error instanceof APIUserAbortError) return { code: 'client_closed' };
  if (error instanceof APIConnectionTimeoutError) return { code: 'provider_timeout' };
  if (error instanceof APIConnectionError) return failures.unreachable;
  if (error instanceof APIError) {
    const failure = findRefusal(error);
    // Without a status it came in the middle of an answer.
    return error.status === undefined ? { ...failure, costsNothing: false } : failure;
  }
  // The SDK parses JSON bodies and events itself.
  if (error instanceof SyntaxError) return { code: 'provider_garbage' };
  return { code: 'internal' };
}

/** An error that the provider itself answered, with a status or in the middle of a stream. */
function findRefusal(error: APIError): Failure {
  if (refusalCodes.includes(error.code)) return { code: 'content_refused' };
  if (meansOutOfCredit(error.type, error.code)) return failures.outOfCredit;
  if (error instanceof AuthenticationError || error instanceof PermissionDeniedError)
    return failures.turnedAway;
  if (error instanceof NotFoundError) return failures.unknownModel;
  if (error instanceof RateLimitError || error instanceof ConflictError || error.status === 503)
    return toBusyFailure(error.headers);
  if (error.code === 'rate_limit_exceeded' || error.code === 'slow_down') return toBusyFailure(error.headers);
  if (isTimeoutStatus(error.status)) return { code: 'provider_timeout' };
  if (error.status === 400 || error.status === 422) return notUnderstood;
  return { code: 'provider_unavailable', costsNothing: true };
}

const notUnderstood: Failure = {
  code: 'provider_unavailable',
  costsNothing: true,
  message: 'The AI provider did not take this request. Another wish or another model may help.',
};

/** Without its message: a compatible server may repeat in it what it was asked. */
function describeRefusal(error: Error): ErrorDescription | undefined {
  if (!(error instanceof APIError)) return undefined;
  const { status, type, code, param, requestID } = error;
  return { facts: [status, type, code, param, requestID] };
}
