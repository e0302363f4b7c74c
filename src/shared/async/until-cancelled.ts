import { unlessCancelled } from './unless-cancelled.ts';

/**
 * Reads a source until it ends or the signal fires, even if the source ignores the signal. Always closes the source.
 * @throws CodedError the signal's own reason if it is one, else `client_closed`
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
    // A source that hangs in `next` answers `return` only after it, so it is not awaited then.
    if (!signal.aborted) await closing;
  }
}
