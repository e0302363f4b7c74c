import { waitFor } from './wait-for.ts';

interface Running<T> {
  readonly result: Promise<T>;
  readonly all: AbortController;
  waiting: number;
}

/**
 * Makes work that is done once for everybody who asks while it runs. Who leaves stops waiting; when the last one has left,
 * the work is broken off. Nothing is kept once it has ended.
 * @param work stops when its signal fires
 */
export function shareWork<T>(work: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let running: Running<T> | undefined;

  function begin(): Running<T> {
    const all = new AbortController();
    const begun: Running<T> = { result: work(all.signal), all, waiting: 0 };
    running = begun;
    const end = () => {
      if (running === begun) running = undefined;
    };
    // Broken off, it may take a moment to end; who asks in it needs work of their own.
    all.signal.addEventListener('abort', end, { once: true });
    begun.result.then(end, end);
    return begun;
  }

  return async signal => {
    const shared = running ?? begin();
    shared.waiting += 1;
    try {
      return await waitFor(shared.result, signal);
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) shared.all.abort();
    }
  };
}
