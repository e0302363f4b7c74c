import { requireNotCancelled, toCancelledError } from '../cancellation.ts';
import type { PoolLoad } from './pool-load.ts';

export interface Semaphore {
  /**
   * Waits for a free place, first come, first served; cancelling leaves the queue at once.
   * @returns releases the place; calling it twice is harmless
   * @throws CodedError the signal's own reason if it is one, else `client_closed`, when it fires while waiting
   */
  acquire(signal: AbortSignal): Promise<() => void>;
  /** Changes the number of places; occupied ones are kept. */
  setPlaces(places: number): void;
  readLoad(): PoolLoad;
}

/**
 * Admits `places` callers at a time.
 *
 * Our own, because a place is held here for longer than a function runs (until a sound's last byte): p-limit and p-queue hold one for a
 * function, p-limit's callers cannot cancel, and async-mutex's semaphore supports no signal.
 */
export function createSemaphore(places: number): Semaphore {
  const waiting = new Set<() => void>();
  let most = places;
  let taken = 0;

  const admit = () => {
    for (const enter of waiting) {
      if (taken >= most) return;
      enter();
    }
  };

  const acquire = (signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      requireNotCancelled(signal);
      const enter = () => {
        signal.removeEventListener('abort', leave);
        waiting.delete(enter);
        taken += 1;
        let isHeld = true;
        resolve(() => {
          if (!isHeld) return;
          isHeld = false;
          taken -= 1;
          admit();
        });
      };
      const leave = () => {
        waiting.delete(enter);
        reject(toCancelledError(signal));
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(enter);
      admit();
    });

  return {
    acquire,
    setPlaces(count) {
      most = count;
      admit();
    },
    readLoad: () => ({ busy: taken, waiting: waiting.size }),
  };
}
