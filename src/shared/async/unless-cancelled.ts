import { toCancelledError } from '../cancellation.ts';

/**
 * Waits for work until the signal fires, even if the work ignores it; the work then continues, and its later errors are ignored.
 * @throws CodedError the signal's own reason if it is one, else `client_closed`; errors of the work
 */
export async function unlessCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelled = Promise.withResolvers<never>();
  const cancel = () => cancelled.reject(toCancelledError(signal));
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  try {
    // In this order, so that a fired signal takes precedence over a finished result.
    return await Promise.race([cancelled.promise, work]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
