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
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import type { ErrorDescription } from '../provider/describe-cause.ts';
import {
  type Failure,
  failures,
  isTimeoutStatus,
  toBusyFailure,
  toFailure,
  toSetupFailure,
} from '../provider/failure.ts';
import { createErrorMapper } from '../provider/map-error.ts';
import { findRefusalReason, meansOutOfCredit, type RefusalReason } from './refusals.ts';

const refusalCodes: readonly unknown[] = ['content_policy_violation', 'content_filter', 'moderation_blocked'];

const mapPlain = createErrorMapper({ findFailure, describeOwn });

/** Remembers which errors {@link meansGone}. @param apiKey is removed from the cause */
export function mapError(error: unknown, signal: AbortSignal, apiKey: string): CodedError {
  const mapped = mapPlain(error, signal, apiKey);
  if (isGone(error)) gone.add(mapped);
  return mapped;
}

const gone = new WeakSet<Error>();

/** Whether an error of {@link mapError} means that the model or the endpoint does not exist. */
export function meansGone(error: unknown): boolean {
  return error instanceof CodedError && gone.has(error);
}

function isGone(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return error.status === 404 || error.status === 410 || error.code === 'model_not_found';
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
  if (error instanceof SyntaxError) return { code: 'provider_garbage' };
  return { code: 'internal' };
}

/** An error response of the provider, with a status or inside a stream. */
function findRefusal(error: APIError): Failure {
  if (refusalCodes.includes(error.code)) return { code: 'content_refused' };
  if (meansOutOfCredit(error.type, error.code)) return failures.outOfCredit;
  // Project limits return 403 with this code.
  if (error.code === 'model_not_found') return failures.unknownModel;
  if (error instanceof AuthenticationError) return failures.keyRejected;
  // Before 403: the vendor also denies a model to a project with it.
  const reason = findRefusalReason(error);
  if (reason) return describeReason(reason, error.headers);
  if (error instanceof PermissionDeniedError) return failures.keyRejected;
  if (error instanceof NotFoundError) return failures.unknownModel;
  if (error instanceof RateLimitError || error instanceof ConflictError || error.status === 503)
    return toBusyFailure(error.headers);
  if (error.code === 'rate_limit_exceeded' || error.code === 'slow_down') return toBusyFailure(error.headers);
  if (isTimeoutStatus(error.status)) return { code: 'provider_timeout' };
  if (error.status === 400 || error.status === 422) return failures.requestRejected;
  return { code: 'provider_unavailable', costsNothing: true };
}

function describeReason(reason: RefusalReason, headers: Headers | undefined): Failure {
  if (reason === 'unknown_model') return failures.unknownModel;
  if (reason === 'loading') return { ...toBusyFailure(headers), message: fill(engineMessages.modelLoading) };
  return limits[reason];
}

const limits = {
  no_pictures: toSetupFailure(fill(engineMessages.seesNoImages), 'Choose a model that does.'),
  too_long: toSetupFailure(fill(engineMessages.contextTooSmall), 'Give the model a larger context.'),
  too_many_pictures: toSetupFailure(fill(engineMessages.tooManyFrames), 'Set OPENAI_VISION_PICTURES to 1.'),
  out_of_memory: toSetupFailure(fill(engineMessages.outOfMemory), 'Choose a smaller model.'),
};

/** Without the message: a compatible server may repeat the request in it. */
function describeOwn(error: Error): ErrorDescription | undefined {
  if (!(error instanceof APIError)) return undefined;
  const { status, type, code, param, requestID } = error;
  return { facts: [status, type, code, param, requestID] };
}
