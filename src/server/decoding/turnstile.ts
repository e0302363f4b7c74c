/** Waits for a free place; resolves to the function that gives it back. Rejects when `signal` fires before its turn. */
export type TakeTurn = (signal: AbortSignal) => Promise<() => void>;

/** Lets `places` through at a time, first come, first served. */
export function createTurnstile(places: number): TakeTurn {
  const waiting: (() => void)[] = [];
  let free = places;

  const release = () => {
    free++;
    waiting.shift()?.();
  };

  return signal =>
    new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        free--;
        resolve(release);
      };
      const leave = () => {
        const position = waiting.indexOf(enter);
        if (position >= 0) waiting.splice(position, 1);
        reject(signal.reason);
      };
      if (signal.aborted) reject(signal.reason);
      else if (free > 0 && waiting.length === 0) enter();
      else {
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(enter);
      }
    });
}
