/** A limit is divided into this many checks, evenly spread. */
const checksPerLimit = 6;

/**
 * Calls `onLate` once `ms` milliseconds have passed.
 *
 * Counts checks instead of time, so that a blocked process does not blame the other side: a block of any length
 * is one check, and pending input is read before the next.
 * @returns cancels it and returns the used part of the limit in milliseconds
 */
export function limitTime(ms: number, onLate: () => void): () => number {
  const checkMs = ms / checksPerLimit;
  let checks = 0;
  let checkedAt = performance.now();
  const timer = setInterval(() => {
    checks += 1;
    checkedAt = performance.now();
    if (checks < checksPerLimit) return;
    clearInterval(timer);
    onLate();
  }, checkMs);
  return () => {
    clearInterval(timer);
    return Math.min(ms, checks * checkMs + Math.min(checkMs, performance.now() - checkedAt));
  };
}

/**
 * Waits for work, but no longer than `ms` milliseconds ({@link limitTime}). The work continues; its later errors are ignored.
 * @param whenLate returned instead of the result, or thrown
 * @throws errors of the work
 */
export async function waitAtMost<Result, Late>(
  ms: number,
  work: Promise<Result>,
  whenLate: () => Late,
): Promise<Result | Late> {
  const late = Promise.withResolvers<void>();
  const cancel = limitTime(ms, late.resolve);
  try {
    return await Promise.race([work, late.promise.then(whenLate)]);
  } finally {
    cancel();
  }
}

/**
 * A signal that fires with its parent, or after `ms` milliseconds ({@link limitTime}) with a reason or an `AbortError`. Disposing of it
 * cancels the limit.
 */
export function limitSignal(ms: number, signal: AbortSignal | undefined, reason?: Error) {
  const late = new AbortController();
  const cancel = limitTime(ms, () => late.abort(reason));
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    /** Whether the time limit fired it. */
    get isLate() {
      return late.signal.aborted;
    },
    [Symbol.dispose]: cancel,
  };
}
