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
}

/** @param cause without keys, bodies or what the person wrote: see `describeCause` */
export function toFailedError({ code, ...rest }: Failure, cause: Error): CodedError {
  return new CodedError(code, { ...rest, cause });
}

/** The provider takes no more work for now. */
export function toBusyFailure(headers: Headers | undefined): Failure {
  const retryAfterSeconds = (headers && getRetryAfterSeconds(headers)) ?? defaultRetryAfterSeconds;
  if (retryAfterSeconds < longWaitSeconds) return { code: 'provider_busy', retryAfterSeconds };
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `The AI provider takes no more work for now. Please try again in ${minutes} minutes.`;
  return { code: 'provider_busy', retryAfterSeconds, message };
}

/** What whoever runs the server has to mend; the person can only come back. */
export const failures = {
  unreachable: {
    code: 'provider_unavailable',
    message: 'The AI provider could not be reached. Please try again later.',
  },
  turnedAway: {
    code: 'provider_unavailable',
    message: 'The AI provider does not let this server in. Whoever runs it needs to check its access.',
  },
  outOfCredit: {
    code: 'provider_unavailable',
    message: 'This server has used up what it may spend at the AI provider. Whoever runs it can change that.',
  },
  unknownModel: {
    code: 'provider_unavailable',
    message:
      'The AI provider does not have the model that this server asks for. Whoever runs it can change that.',
  },
} as const satisfies Record<string, Failure>;
