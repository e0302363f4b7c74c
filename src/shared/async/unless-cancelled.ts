import { toCancelledError } from '../cancellation.ts';

/**
 * Waits for work until the signal fires, even when the work does not listen to it: who leaves stops waiting, and the
 * work goes on. What it throws later is nobody's concern.
 * @throws CodedError the signal's own reason where it is one, else `client_closed`; and what the work throws
 */
export async function unlessCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelled = Promise.withResolvers<never>();
  const cancel = () => cancelled.reject(toCancelledError(signal));
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  try {
    // In this order: a signal that has fired counts, whatever is there already.
    return await Promise.race([cancelled.promise, work]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
