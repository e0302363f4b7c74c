import { describeWait } from '#shared/describe-values.ts';
import { CodedError, type CodedErrorOptions, type ErrorCode } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import { getRetryAfterSeconds } from './retry-after.ts';

/** Used when a busy provider does not say how long to wait. */
const defaultRetryAfterSeconds = 30;
/** From here on the message names the wait: "in a moment" would be wrong. */
const longWaitSeconds = 120;

/** What a provider's error means for the person. */
export interface Failure extends Omit<CodedErrorOptions, 'cause'> {
  readonly code: ErrorCode;
}

/**
 * Statuses with which a provider, or the gateway before it, says that the work took too long. It may be done and paid for
 * all the same, so it is not asked for again. 524 is Cloudflare's.
 */
export function isTimeoutStatus(status: number | undefined): boolean {
  return status === 408 || status === 504 || status === 524;
}

/** The failure of an error that is a `CodedError` already. */
export function toFailure(error: CodedError): Failure {
  const { code, message, filled, operatorMessage, loggedMessage, retryAfterSeconds, costsNothing } = error;
  return {
    code,
    message: filled ?? message,
    operatorMessage,
    loggedMessage,
    retryAfterSeconds,
    costsNothing,
  };
}

/** @param cause without keys, bodies or what the person wrote: see `describeCause` */
export function toFailedError({ code, ...rest }: Failure, cause?: unknown): CodedError {
  return new CodedError(code, { ...rest, cause });
}

/** The same error, when it is known whether something was paid. */
export function withCost(error: CodedError, costsNothing: boolean): CodedError {
  return toFailedError({ ...toFailure(error), costsNothing }, error.cause);
}

/**
 * What does not work until the operator changes it.
 * @param advice how, with settings and commands; not shown to visitors
 */
export function toSetupFailure(message: FilledMessage, advice: string): Failure {
  const operatorMessage = `${message.text} ${advice}`;
  return { code: 'provider_unavailable', message, operatorMessage, costsNothing: true };
}

export function toSetupError(message: FilledMessage, advice: string): CodedError {
  return toFailedError(toSetupFailure(message, advice));
}

/** The provider takes no more work for now. @param headers in which it says how long */
export function toBusyFailure(headers: Headers | undefined): Failure {
  return describeBusy(headers && getRetryAfterSeconds(headers));
}

/** The same where the wait is known, in seconds. */
export function describeBusy(retryAfterSeconds = defaultRetryAfterSeconds): Failure {
  const busy = { code: 'provider_busy', retryAfterSeconds, costsNothing: true } as const;
  if (retryAfterSeconds < longWaitSeconds) return busy;
  return { ...busy, message: fill(engineMessages.busyFor, { wait: describeWait(retryAfterSeconds) }) };
}

/** What several providers answer. */
export const failures = {
  unreachable: {
    code: 'provider_unavailable',
    message: fill(engineMessages.unreachable),
    costsNothing: true,
  },
  turnedAway: toSetupFailure(fill(engineMessages.keyRejected), 'Check the key and its permissions.'),
  outOfCredit: toSetupFailure(
    fill(engineMessages.outOfCredit),
    'Raise the limit or add credit at the AI provider.',
  ),
  unknownModel: toSetupFailure(fill(engineMessages.modelUnavailable), 'Set another model.'),
  requestRejected: toSetupFailure(fill(engineMessages.requestRejected), 'Another model may help.'),
  textRejected: {
    code: 'provider_unavailable',
    message: fill(engineMessages.textRejected),
    costsNothing: true,
  },
  answerCut: { code: 'provider_garbage', message: fill(engineMessages.answerCut) },
} as const satisfies Record<string, Failure>;
