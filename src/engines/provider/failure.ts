import { describeWait } from '#shared/describe-duration.ts';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import { getRetryAfterSeconds } from './retry-after.ts';

/** Told to whoever asks when a busy provider does not say how long to wait. */
const defaultRetryAfterSeconds = 30;
/** From here on "in a moment" would not be true. */
const longWaitSeconds = 120;

/** What a provider's error means for the person. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  /** See `CodedErrorOptions`. */
  readonly costsNothing?: boolean;
}

/**
 * Statuses with which a provider, or the gateway before it, says that the work took too long. It may be done and paid for
 * all the same, so it is not asked for again. 524 is Cloudflare's.
 */
export function isTimeoutStatus(status: number | undefined): boolean {
  return status === 408 || status === 504 || status === 524;
}

/** What a person is told of an error that is one of ours already. */
export function toFailure({ code, message, retryAfterSeconds, costsNothing }: CodedError): Failure {
  return { code, message, costsNothing, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** @param cause without keys, bodies or what the person wrote: see `describeCause` */
export function toFailedError({ code, ...rest }: Failure, cause: Error): CodedError {
  return new CodedError(code, { ...rest, cause });
}

/** The provider takes no more work for now. @param headers in which it says how long */
export function toBusyFailure(headers: Headers | undefined): Failure {
  return describeBusy(headers && getRetryAfterSeconds(headers));
}

/** The same where the wait is known, in seconds. */
export function describeBusy(retryAfterSeconds = defaultRetryAfterSeconds): Failure {
  const busy = { code: 'provider_busy', retryAfterSeconds, costsNothing: true } as const;
  if (retryAfterSeconds < longWaitSeconds) return busy;
  const message = `The AI provider takes no more work for now. Please try again in ${describeWait(retryAfterSeconds)}.`;
  return { ...busy, message };
}

/** What whoever runs the server has to mend; the person can only come back. */
export const failures = {
  unreachable: {
    code: 'provider_unavailable',
    message: 'The AI provider could not be reached. Please try again later.',
    costsNothing: true,
  },
  turnedAway: {
    code: 'provider_unavailable',
    message: 'The AI provider does not let this server in. Whoever runs it needs to check its access.',
    costsNothing: true,
  },
  outOfCredit: {
    code: 'provider_unavailable',
    message: 'This server has used up what it may spend at the AI provider. Whoever runs it can change that.',
    costsNothing: true,
  },
  unknownModel: {
    code: 'provider_unavailable',
    message:
      'The AI provider does not have the model that this server asks for. Whoever runs it can change that.',
    costsNothing: true,
  },
} as const satisfies Record<string, Failure>;
