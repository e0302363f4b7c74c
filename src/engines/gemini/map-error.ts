import { describeWait } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import {
  createErrorMapper,
  type ErrorDescription,
  type Failure,
  failures,
  isTimeoutStatus,
  toBusyFailure,
  toFailure,
  toSetupFailure,
} from '../provider/failure.ts';
import {
  meansNotIncluded,
  meansOutOfCredit,
  meansUsedUpToday,
  meansWrongKey,
  parseRefusal,
  type Refusal,
  wasInStream,
} from './error-body.ts';

/** Key prefixes of other vendors. The vendor's own keys have several prefixes, so none is required. */
const foreignKeys: readonly (readonly [start: string, vendor: string])[] = [
  ['sk-ant-', 'Anthropic'],
  ['sk-or-', 'OpenRouter'],
  ['sk-', 'OpenAI'],
  ['sk_', 'ElevenLabs'],
];

/** The vendor that the key seems to belong to; undefined if it may be the right one. */
export function findForeignVendor(apiKey: string): string | undefined {
  return foreignKeys.find(([start]) => apiKey.startsWith(start))?.[1];
}

/** Why a key is not accepted; never contains the key. */
export function toKeyFailure(apiKey: string): Failure {
  const vendor = findForeignVendor(apiKey);
  return vendor
    ? toSetupFailure(fill(engineMessages.keyOfAnother), `GEMINI_API_KEY looks like a key of ${vendor}.`)
    : toSetupFailure(fill(engineMessages.keyRejected), 'Check GEMINI_API_KEY.');
}

/** The SDK's error for an HTTP error status; declared here because the SDK is loaded on demand. */
interface ApiError extends Error {
  readonly status: number;
}

export const mapError = createErrorMapper({ findFailure, describeOwn });

/** The refusal inside an error of the SDK; undefined for other errors. */
export function readRefusal(error: unknown): Refusal | undefined {
  if (!isApiError(error)) return undefined;
  const refusal = parseRefusal(error.message) ?? emptyRefusal;
  return { ...refusal, code: error.status };
}

const emptyRefusal: Refusal = {
  code: undefined,
  status: '',
  reason: undefined,
  message: '',
  quotaIds: [],
  retryAfterSeconds: undefined,
};

function findFailure(error: unknown, apiKey: string): Failure {
  if (error instanceof CodedError) return toFailure(error);
  const refusal = readRefusal(error);
  if (refusal) {
    const failure = findFailureOf(refusal, apiKey);
    // Output may have been generated and charged before a stream broke off.
    return isApiError(error) && wasInStream(error.message) ? { ...failure, costsNothing: false } : failure;
  }
  if (isReadingError(error)) return { code: 'provider_garbage' };
  return error instanceof TypeError ? failures.unreachable : { code: 'internal' };
}

function findFailureOf(refusal: Refusal, apiKey: string): Failure {
  const { code } = refusal;
  if (meansWrongKey(refusal)) return toKeyFailure(apiKey);
  if (meansOutOfCredit(refusal)) return failures.outOfCredit;
  if (code === 429) return findQuotaFailure(refusal);
  if (code === 401 || code === 403) return failures.keyRejected;
  if (code === 404) return failures.unknownModel;
  if (code === 503) return toBusy(refusal);
  if (isTimeoutStatus(code)) return { code: 'provider_timeout' };
  if (code === 413 || /token count/iu.test(refusal.message)) return failures.textTooLong;
  if (code === 400 && refusal.status === 'FAILED_PRECONDITION') return findPrecondition(refusal);
  return code === 400 ? failures.requestRejected : { code: 'provider_unavailable', costsNothing: true };
}

function findQuotaFailure(refusal: Refusal): Failure {
  if (meansNotIncluded(refusal)) return notInPlan;
  return meansUsedUpToday(refusal) ? toDailyLimit(refusal) : toBusy(refusal);
}

function toBusy({ retryAfterSeconds }: Refusal): Failure {
  return toBusyFailure(
    new Headers(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  );
}

/** A shorter wait beside a daily quota belongs to another quota. */
const minDayWaitSeconds = 600;

function toDailyLimit({ retryAfterSeconds = 0 }: Refusal): Failure {
  const failure = { code: 'provider_unavailable', costsNothing: true } as const;
  if (retryAfterSeconds < minDayWaitSeconds) return { ...failure, message: fill(engineMessages.dailyLimit) };
  const message = fill(engineMessages.dailyLimitFor, { wait: describeWait(retryAfterSeconds) });
  return { ...failure, message, retryAfterSeconds };
}

function findPrecondition({ message }: Refusal): Failure {
  if (/location/iu.test(message)) return unsupportedLocation;
  return /billing/iu.test(message) ? failures.outOfCredit : failures.keyRejected;
}

const notInPlan = toSetupFailure(
  fill(engineMessages.modelNotInPlan),
  'Choose another model or another plan.',
);

const unsupportedLocation: Failure = {
  code: 'provider_unavailable',
  message: fill(engineMessages.countryNotServed),
  costsNothing: true,
};

/** The SDK validates nothing: unexpected shapes fail in its own code. */
function isReadingError(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  if (error instanceof TypeError) return error.cause === undefined;
  return (
    error instanceof Error &&
    /^(Incomplete JSON segment|exception parsing stream chunk|Response body is empty)/u.test(error.message)
  );
}

function isApiError(error: unknown): error is ApiError {
  return (
    error instanceof Error &&
    error.name === 'ApiError' &&
    'status' in error &&
    typeof error.status === 'number'
  );
}

/** Without the message, which contains the whole body. */
function describeOwn(error: Error): ErrorDescription | undefined {
  if (!isApiError(error)) return undefined;
  const { status, reason, quotaIds } = readRefusal(error) ?? emptyRefusal;
  return { facts: [error.status, status || undefined, reason, ...quotaIds] };
}
