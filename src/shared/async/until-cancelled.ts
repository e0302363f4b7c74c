import { unlessCancelled } from './unless-cancelled.ts';

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
