import { requireNotCancelled, toCancelledError } from '#shared/cancellation.ts';

/**
 * Waits for work that others may need, too: who leaves stops waiting, and the work goes on.
 * @throws CodedError the signal's own reason where it is one, else `client_closed`
 */
export async function waitFor<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  requireNotCancelled(signal);
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(toCancelledError(signal));
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
