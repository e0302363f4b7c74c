import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { describeCause, type Scrubbing } from './describe-cause.ts';
import { type Failure, toFailedError } from './failure.ts';

interface ErrorReading extends Pick<Scrubbing, 'describeOwn'> {
  readonly findFailure: (error: unknown, apiKey: string) => Failure;
}

/**
 * Maps errors of a provider's calls to a `CodedError`. The vendor's text is dropped: it may repeat the request or the key.
 * @returns takes the key to remove it from the cause
 */
export function createErrorMapper({ findFailure, describeOwn }: ErrorReading) {
  return (error: unknown, signal: AbortSignal, apiKey: string): CodedError => {
    if (signal.aborted) return toCancelledError(signal);
    if (error instanceof CodedError && error.cause === undefined) return error;
    const cause = describeCause(error instanceof CodedError ? error.cause : error, { apiKey, describeOwn });
    return toFailedError(findFailure(error, apiKey), cause);
  };
}
