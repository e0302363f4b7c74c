import { CodedError } from './errors.ts';

/** The error of cancelled work: the signal's own reason if it is a CodedError (such as a shutdown), else `client_closed`. */
export function toCancelledError({ reason }: AbortSignal): CodedError {
  return reason instanceof CodedError ? reason : new CodedError('client_closed', { cause: reason });
}

/** @throws CodedError of cancelled work, see {@link toCancelledError} */
export function requireNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw toCancelledError(signal);
}
