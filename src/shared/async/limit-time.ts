/** A limit is judged by so many looks at the clock, evenly spread over it. */
const looksPerLimit = 6;

/**
 * Calls `onLate` once `ms` milliseconds have passed.
 *
 * Looks are counted, not time: whoever was held up themselves must not take that for the other side's fault. However long
 * a process stood still, that is one look, and what came meanwhile is read before the next.
 * @returns calls it off, and tells how much of the limit was used, in milliseconds: a process that stood still used one look
 */
export function limitTime(ms: number, onLate: () => void): () => number {
  const lookMs = ms / looksPerLimit;
  let looks = 0;
  let lookedAt = performance.now();
  const timer = setInterval(() => {
    looks += 1;
    lookedAt = performance.now();
    if (looks < looksPerLimit) return;
    clearInterval(timer);
    onLate();
  }, lookMs);
  return () => {
    clearInterval(timer);
    return Math.min(ms, looks * lookMs + Math.min(lookMs, performance.now() - lookedAt));
  };
}

/**
 * Waits for work, but no longer than `ms` milliseconds ({@link limitTime}). The work goes on; what it throws later is
 * nobody's concern.
 * @param whenLate what is given in place of the result, or thrown
 * @throws what the work throws
 */
export async function waitAtMost<Result, Late>(
  ms: number,
  work: Promise<Result>,
  whenLate: () => Late,
): Promise<Result | Late> {
  const late = Promise.withResolvers<void>();
  const callOff = limitTime(ms, late.resolve);
  try {
    return await Promise.race([work, late.promise.then(whenLate)]);
  } finally {
    callOff();
  }
}

/** A signal with a limit of time; the limit is called off by disposing of it. */
export interface LimitedSignal extends Disposable {
  /** Fires with the signal that was given, or when time is up. */
  readonly signal: AbortSignal;
  /** Whether time was up. */
  readonly isLate: boolean;
}

/**
 * For work that has to be told to stop after `ms` milliseconds ({@link limitTime}).
 * @param reason what the signal then says; an `AbortError` when left out
 */
export function limitSignal(ms: number, signal: AbortSignal | undefined, reason?: Error): LimitedSignal {
  const late = new AbortController();
  const callOff = limitTime(ms, () => late.abort(reason));
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    get isLate() {
      return late.signal.aborted;
    },
    [Symbol.dispose]: callOff,
  };
}
