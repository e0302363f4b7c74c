import { CodedError } from './errors.ts';

/** The error of cancelled work: the signal's own reason if it is a CodedError (such as a shutdown), else `client_closed`. */
export function toCancelledError({ reason }: AbortSignal): CodedError {
  return reason instanceof CodedError ? reason : new CodedError('client_closed', { cause: reason });
}

/** @throws CodedError of cancelled work, see {@link toCancelledError} */
export function requireNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw toCancelledError(signal);
}

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

/** Reads a source until it ends or the signal fires, even if it ignores that; closes it. @throws CodedError of {@link toCancelledError} */
export async function* untilCancelled<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await unlessCancelled(iterator.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    const closing = Promise.resolve(iterator.return?.()).catch(() => {});
    // A source that hangs in `next` answers `return` only after it, so it is not awaited then.
    if (!signal.aborted) await closing;
  }
}
