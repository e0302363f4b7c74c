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
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import { describeCause } from './describe-cause.ts';
import { meansOutOfCredit } from './out-of-credit.ts';
import { getRetryAfterSeconds } from './retry-after.ts';

/** Told to whoever asks when a busy provider does not say how long to wait. */
const defaultRetryAfterSeconds = 30;
/** From here on "in a moment" would not be true. */
const longWaitSeconds = 120;

const refusalCodes: readonly unknown[] = ['content_policy_violation', 'content_filter', 'moderation_blocked'];

/** What an error means for the person, in the order in which it is found out. */
interface Meaning {
  readonly code: ErrorCode;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Turns whatever went wrong in a call to the provider into our one error.
 * @param apiKey kept out of the cause
 */
export function toCodedError(error: unknown, signal: AbortSignal, apiKey: string): CodedError {
  if (signal.aborted) return toCancelledError(signal);
  if (error instanceof CodedError && error.cause === undefined) return error;
  const cause = describeCause(error instanceof CodedError ? error.cause : error, apiKey);
  return new CodedError(...withCause(findMeaning(error), cause));
}

function withCause({ code, ...rest }: Meaning, cause: Error): ConstructorParameters<typeof CodedError> {
  return [code, { ...rest, cause }];
}

function findMeaning(error: unknown): Meaning {
  if (error instanceof CodedError) return { code: error.code, message: error.message };
  if (error instanceof APIUserAbortError) return { code: 'client_closed' };
  if (error instanceof APIConnectionTimeoutError) return { code: 'provider_timeout' };
  if (error instanceof APIConnectionError) return unreachable;
  if (error instanceof APIError) return findMeaningOfRefusal(error);
  // The SDK parses JSON bodies and events itself.
  if (error instanceof SyntaxError) return { code: 'provider_garbage' };
  return { code: 'internal' };
}

/** An error that the provider itself answered, with a status or in the middle of a stream. */
function findMeaningOfRefusal(error: APIError): Meaning {
  if (refusalCodes.includes(error.code)) return { code: 'content_refused' };
  if (meansOutOfCredit(error.type, error.code)) return outOfCredit;
  if (error instanceof AuthenticationError || error instanceof PermissionDeniedError) return turnedAway;
  if (error instanceof NotFoundError) return unknownModel;
  if (error instanceof RateLimitError || error instanceof ConflictError || error.status === 503)
    return busy(error.headers);
  if (error.code === 'rate_limit_exceeded' || error.code === 'slow_down') return busy(error.headers);
  if (error.status === 408 || error.status === 504) return { code: 'provider_timeout' };
  if (error.status === 400 || error.status === 422) return notUnderstood;
  return { code: 'provider_unavailable' };
}

function busy(headers: Headers | undefined): Meaning {
  const retryAfterSeconds = (headers && getRetryAfterSeconds(headers)) ?? defaultRetryAfterSeconds;
  if (retryAfterSeconds < longWaitSeconds) return { code: 'provider_busy', retryAfterSeconds };
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `The AI provider takes no more work for now. Please try again in ${minutes} minutes.`;
  return { code: 'provider_busy', retryAfterSeconds, message };
}

const unreachable: Meaning = {
  code: 'provider_unavailable',
  message: 'The AI provider could not be reached. Please try again later.',
};
const turnedAway: Meaning = {
  code: 'provider_unavailable',
  message: 'The AI provider does not let this server in. Whoever runs it needs to check its access.',
};
const outOfCredit: Meaning = {
  code: 'provider_unavailable',
  message: 'This server has used up what it may spend at the AI provider. Whoever runs it can change that.',
};
const unknownModel: Meaning = {
  code: 'provider_unavailable',
  message:
    'The AI provider does not have the model that this server asks for. Whoever runs it can change that.',
};
const notUnderstood: Meaning = {
  code: 'provider_unavailable',
  message: 'The AI provider did not take this request. Another wish or another model may help.',
};
