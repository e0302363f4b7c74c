import { ZodError } from 'zod';
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
import { meansOutOfCredit } from './error-body.ts';
import { Refusal } from './refusal.ts';

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
  if (error instanceof CodedError && error.cause === undefined) return error;
  const cause = describeCause(error instanceof CodedError ? error.cause : error, { apiKey, describeOwn });
  return toFailedError(findFailure(error), cause);
}

/** Whether the account no longer has the voice, although its list said so. */
export function meansUnknownVoice(error: unknown): boolean {
  return error instanceof Refusal && error.hasCode(unknownVoiceCodes);
}

function findFailure(error: unknown): Failure {
  if (error instanceof CodedError) return toFailure(error);
  if (error instanceof Refusal) return findRefusal(error);
  // No JSON, or of another shape.
  if (error instanceof SyntaxError || error instanceof ZodError) return { code: 'provider_garbage' };
  // What `fetch` throws when no answer comes.
  return error instanceof TypeError ? failures.unreachable : { code: 'internal' };
}

/** The vendor's codes say more than its statuses: a used-up account answers 401 like a wrong key. */
function findRefusal(refusal: Refusal): Failure {
  if (refusal.hasCode(refusalCodes)) return { code: 'content_refused' };
  if (meansOutOfCredit(refusal.names.codes) || refusal.status === 402) return failures.outOfCredit;
  if (refusal.hasCode(busyCodes)) return toBusyFailure(refusal.headers);
  if (refusal.hasCode(unknownModelCodes)) return failures.unknownModel;
  if (refusal.hasCode(turnedAwayCodes)) return failures.turnedAway;
  return findFailureByStatus(refusal);
}

function findFailureByStatus({ status, headers }: Refusal): Failure {
  if (status === 401 || status === 403) return failures.turnedAway;
  if (status === 429 || status === 409 || status === 425 || status === 503) return toBusyFailure(headers);
  if (isTimeoutStatus(status)) return { code: 'provider_timeout' };
  if (status === 400 || status === 422) return failures.textRejected;
  // A wrong base URL answers so, too.
  if (status === 404) return failures.unknownModel;
  return { code: 'provider_unavailable', costsNothing: true };
}

/** Without the words, which may repeat the answer or the script. */
function describeOwn(error: Error): ErrorDescription | undefined {
  if (error instanceof SyntaxError || error instanceof ZodError) return { facts: [] };
  if (!(error instanceof Refusal)) return undefined;
  const { codes, requestId } = error.names;
  return { facts: [error.status, ...codes, requestId] };
}
