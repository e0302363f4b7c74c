import type { PoolLoad } from '../operations/pool-load.ts';

export interface FairQueue {
  /** Waits for a place; resolves to the function that gives it back. Rejects when `signal` fires before its turn. */
  takeTurn(asker: string, signal: AbortSignal): Promise<() => void>;
  /** How many are through, and how many wait. */
  readLoad(): PoolLoad;
}

/**
 * Lets `places` through at a time, but never two of the same asker: who comes with many waits for their own, and others
 * pass. Askers take turns, in the order in which they came.
 */
export function createFairQueue(places: number): FairQueue {
  /** Askers in the order of their turns, each with those of theirs who wait. */
  const waiting = new Map<string, (() => void)[]>();
  const inside = new Set<string>();

  const letIn = () => {
    for (const [asker, entries] of waiting) {
      if (inside.size >= places) return;
      if (!inside.has(asker)) entries[0]?.();
    }
  };

  const remove = (asker: string, enter: () => void) => {
    const rest = (waiting.get(asker) ?? []).filter(entry => entry !== enter);
    if (rest.length > 0) waiting.set(asker, rest);
    else waiting.delete(asker);
  };

  const release = (asker: string) => {
    inside.delete(asker);
    const rest = waiting.get(asker);
    // Whoever had a turn goes behind all others.
    if (rest && waiting.delete(asker)) waiting.set(asker, rest);
    letIn();
  };

  const takeTurn: FairQueue['takeTurn'] = (asker, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const enter = () => {
        signal.removeEventListener('abort', leave);
        remove(asker, enter);
        inside.add(asker);
        resolve(() => release(asker));
      };
      const leave = () => {
        remove(asker, enter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.set(asker, [...(waiting.get(asker) ?? []), enter]);
      letIn();
    });

  const countWaiting = () => [...waiting.values()].reduce((sum, entries) => sum + entries.length, 0);
  return { takeTurn, readLoad: () => ({ busy: inside.size, waiting: countWaiting() }) };
}
