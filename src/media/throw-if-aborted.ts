import { CodedError } from '#shared/errors.ts';

/** @throws CodedError `client_closed` when whoever asked does not want it any more. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new CodedError('client_closed', { cause: signal.reason });
}
