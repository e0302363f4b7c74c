import type { PoolLoad } from '../operations/pool-load.ts';

export interface Turnstile {
  /** Waits for a free place; resolves to the function that gives it back. Rejects when `signal` fires before its turn. */
  takeTurn(signal: AbortSignal): Promise<() => void>;
  /** How many are through, and how many wait. */
  readLoad(): PoolLoad;
}

/** Lets `places` through at a time, first come, first served. */
export function createTurnstile(places: number): Turnstile {
  const waiting: (() => void)[] = [];
  let free = places;

  const release = () => {
    free++;
    waiting.shift()?.();
  };

  const takeTurn: Turnstile['takeTurn'] = signal =>
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

  return { takeTurn, readLoad: () => ({ busy: places - free, waiting: waiting.length }) };
}
