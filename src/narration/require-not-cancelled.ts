import { CodedError } from '#shared/errors.ts';

/**
 * Throws when nobody waits for the work any more, so that no money is spent on it.
 * @throws CodedError the signal's own reason where it is one (a shutdown, say), else `client_closed`
 */
export function requireNotCancelled(signal: AbortSignal): void {
  if (!signal.aborted) return;
  if (signal.reason instanceof CodedError) throw signal.reason;
  throw new CodedError('client_closed');
}
