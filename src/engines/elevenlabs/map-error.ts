import { ZodError } from 'zod';
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
import { meansOutOfCredit, Refusal } from './error-body.ts';

/** Content policy codes: elevenlabs.io/docs, and error bodies in public bug reports. */
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
const keyRejectedCodes = [
  'invalid_api_key',
  'missing_api_key',
  'needs_authorization',
  'missing_permissions',
  'detected_unusual_activity',
  'only_for_creator+',
  'famous_voice_not_permitted',
];

export const mapError = createErrorMapper({ findFailure, describeOwn });

/** Whether a voice of the account's list no longer exists. */
export function meansUnknownVoice(error: unknown): boolean {
  return error instanceof Refusal && error.hasCode(unknownVoiceCodes);
}

function findFailure(error: unknown): Failure {
  if (error instanceof CodedError) return toFailure(error);
  if (error instanceof Refusal) return findRefusal(error);
  // Not JSON, or an unknown shape.
  if (error instanceof SyntaxError || error instanceof ZodError) return { code: 'provider_garbage' };
  // `fetch` without a response.
  return error instanceof TypeError ? failures.unreachable : { code: 'internal' };
}

/** Codes are more specific than statuses: an account without credit returns 401, like a wrong key. */
function findRefusal(refusal: Refusal): Failure {
  if (refusal.hasCode(refusalCodes)) return { code: 'content_refused' };
  if (meansOutOfCredit(refusal.names.codes) || refusal.status === 402) return failures.outOfCredit;
  if (refusal.hasCode(busyCodes)) return toBusyFailure(refusal.headers);
  if (refusal.hasCode(unknownModelCodes)) return failures.unknownModel;
  if (refusal.hasCode(keyRejectedCodes)) return failures.keyRejected;
  return findFailureByStatus(refusal);
}

function findFailureByStatus({ status, headers }: Refusal): Failure {
  if (status === 401 || status === 403) return failures.keyRejected;
  if (status === 429 || status === 409 || status === 425 || status === 503) return toBusyFailure(headers);
  if (isTimeoutStatus(status)) return { code: 'provider_timeout' };
  if (status === 400 || status === 422) return failures.textRejected;
  // Also the answer to a wrong base URL.
  if (status === 404) return failures.unknownModel;
  return { code: 'provider_unavailable', costsNothing: true };
}

/** Without the message, which may repeat the response or the script. */
function describeOwn(error: Error): ErrorDescription | undefined {
  if (error instanceof SyntaxError || error instanceof ZodError) return { facts: [] };
  if (!(error instanceof Refusal)) return undefined;
  const { codes, requestId } = error.names;
  return { facts: [error.status, ...codes, requestId] };
}
