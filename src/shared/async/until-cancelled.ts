import { unlessCancelled } from './unless-cancelled.ts';

/**
 * Reads a source until it ends or the signal fires, whichever is first, even when the source itself does not listen to the
 * signal. Closes the source in every case.
 * @throws CodedError the signal's own reason where it is one, else `client_closed`
 */
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
    // A source that hangs in its `next` answers `return` only after it; then it is not waited for.
    if (!signal.aborted) await closing;
  }
}
