import { CodedError } from './errors.ts';

/** The error with which cancelled work ends: the signal's own reason where it is one (a shutdown, say), else `client_closed`. */
export function toCancelledError({ reason }: AbortSignal): CodedError {
  return reason instanceof CodedError ? reason : new CodedError('client_closed', { cause: reason });
}

/**
 * Throws when nobody waits for the work any more, so that nothing is spent on it.
 * @throws CodedError see {@link toCancelledError}
 */
export function requireNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw toCancelledError(signal);
}
