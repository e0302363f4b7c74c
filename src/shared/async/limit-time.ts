/** A limit is judged by so many looks at the clock, evenly spread over it. */
const looksPerLimit = 6;

/**
 * Calls `onLate` once `ms` milliseconds have passed; the function that it returns calls it off.
 *
 * Looks are counted, not time: whoever was held up themselves must not take that for the other side's fault. However long
 * a process stood still, that is one look, and what came meanwhile is read before the next.
 */
export function limitTime(ms: number, onLate: () => void): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (looks < looksPerLimit) return;
    clearInterval(timer);
    onLate();
  }, ms / looksPerLimit);
  return () => clearInterval(timer);
}
