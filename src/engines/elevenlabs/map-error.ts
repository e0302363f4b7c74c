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
import { meansOutOfCredit, readRefusalNames } from './error-body.ts';

/** The parts of the SDK's one error class that are read; the SDK itself is only loaded when somebody is to speak. */
interface SdkError extends Error {
  /** Missing when no answer came, or one that made no sense. */
  readonly statusCode: number | undefined;
  readonly body: unknown;
  readonly rawResponse?: { readonly headers?: Headers } | undefined;
}

/** The text may not be spoken: elevenlabs.io/docs, and answers as people report them. */
const refusalCodes = ['content_against_policy', 'content_policy_violation', 'text_blocked'];
const busyCodes = [
  'too_many_concurrent_requests',
  'concurrent_limit_exceeded',
  'rate_limit_exceeded',
  'system_busy',
];
const unknownVoiceCodes = ['voice_not_found', 'voice_does_not_exist'];
const unknownModelCodes = [
  'model_not_found',
  'invalid_model_id',
  'unsupported_model',
  'model_access_denied',
  'model_can_not_do_text_to_speech',
];
const turnedAwayCodes = [
  'invalid_api_key',
  'missing_api_key',
  'needs_authorization',
  'missing_permissions',
  'detected_unusual_activity',
  'only_for_creator+',
  'famous_voice_not_permitted',
];

/**
 * Turns the error of a call to the provider into a `CodedError`. The vendor's own text is not passed on: it may repeat the
 * script, and the body may repeat the key.
 * @param apiKey kept out of the cause
 */
export function mapError(error: unknown, signal: AbortSignal, apiKey: string): CodedError {
  if (signal.aborted) return toCancelledError(signal);
  // The SDK wraps what the body failed with.
  const inner = isSdkError(error) && error.cause instanceof CodedError ? error.cause : error;
  if (inner instanceof CodedError && inner.cause === undefined) return inner;
  const cause = describeCause(inner instanceof CodedError ? inner.cause : inner, { apiKey, describeOwn });
  return toFailedError(findFailure(inner), cause);
}

/** Whether the account no longer has the voice, although its list said so. */
export function meansUnknownVoice(error: unknown): boolean {
  return isSdkError(error) && hasCode(error, unknownVoiceCodes);
}

function findFailure(error: unknown): Failure {
  if (error instanceof CodedError) return toFailure(error);
  if (isParseError(error)) return { code: 'provider_garbage' };
  if (!isSdkError(error)) return { code: 'internal' };
  if (error.statusCode !== undefined) return findRefusal(error, error.statusCode);
  if (isTimeout(error)) return { code: 'provider_timeout' };
  // What it parses itself, it reports without a status and without a cause.
  return error.cause === undefined ? { code: 'provider_garbage' } : failures.unreachable;
}

/** The vendor's codes say more than its statuses: a used-up account answers 401 like a wrong key. */
function findRefusal(error: SdkError, status: number): Failure {
  if (hasCode(error, refusalCodes)) return { code: 'content_refused' };
  const { codes } = readRefusalNames(error.body);
  if (meansOutOfCredit(codes) || status === 402) return failures.outOfCredit;
  if (hasCode(error, busyCodes)) return toBusyFailure(error.rawResponse?.headers);
  if (hasCode(error, unknownModelCodes)) return failures.unknownModel;
  if (hasCode(error, turnedAwayCodes)) return failures.turnedAway;
  return findFailureByStatus(error, status);
}

function findFailureByStatus(error: SdkError, status: number): Failure {
  if (status === 401 || status === 403) return failures.turnedAway;
  if (status === 429 || status === 409 || status === 425 || status === 503)
    return toBusyFailure(error.rawResponse?.headers);
  if (isTimeoutStatus(status)) return { code: 'provider_timeout' };
  if (status === 400 || status === 422) return failures.textRejected;
  // A wrong base URL answers so, too.
  if (status === 404) return failures.unknownModel;
  return { code: 'provider_unavailable', costsNothing: true };
}

/** Native `fetch` is stopped by the SDK's own time-out with this word, and the SDK does not recognise it. */
function isTimeout({ name, cause }: SdkError): boolean {
  const inner = cause instanceof Error ? cause.cause : undefined;
  return (
    name === 'ElevenLabsTimeoutError' ||
    cause === 'timeout' ||
    (inner instanceof Error && 'code' in inner && inner.code === 'UND_ERR_HEADERS_TIMEOUT')
  );
}

function hasCode(error: SdkError, wanted: readonly string[]): boolean {
  return readRefusalNames(error.body).codes.some(code => wanted.includes(code));
}

/** The SDK's, for an answer of another shape. */
function isParseError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ParseError';
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

/** Without their messages, which hold the whole body. */
function describeOwn(error: Error): ErrorDescription | undefined {
  if (isParseError(error)) return { facts: [] };
  if (!isSdkError(error)) return undefined;
  const { codes, requestId } = readRefusalNames(error.body);
  return { facts: [error.statusCode, ...codes, requestId] };
}
