import type { PoolLoad } from '#shared/async/pool-load.ts';
import { createSemaphore, type Semaphore } from '#shared/async/semaphore.ts';

export interface FairQueue {
  /** {@link Semaphore.acquire}, for somebody. */
  acquire(asker: string, signal: AbortSignal): Promise<() => void>;
  /** How many are through, and how many wait. */
  readLoad(): PoolLoad;
}

/**
 * Lets `places` through at a time, but never two of the same asker: who comes with many waits for their own, and others
 * pass. Askers take turns, in the order in which they came: each stands in the common line once.
 */
export function createFairQueue(places: number): FairQueue {
  const common = createSemaphore(places);
  const ownByAsker = new Map<string, Semaphore>();

  const acquire: FairQueue['acquire'] = async (asker, signal) => {
    const own = ownByAsker.get(asker) ?? createSemaphore(1);
    ownByAsker.set(asker, own);
    const leaveOwn = await own.acquire(signal).finally(forgetIfIdle);
    try {
      const leaveCommon = await common.acquire(signal);
      return () => {
        // First, so that who had a turn goes behind all others.
        leaveCommon();
        leaveOwn();
        forgetIfIdle();
      };
    } catch (error) {
      leaveOwn();
      forgetIfIdle();
      throw error;
    }

    function forgetIfIdle() {
      const { busy, waiting } = own.readLoad();
      if (busy + waiting === 0 && ownByAsker.get(asker) === own) ownByAsker.delete(asker);
    }
  };

  const sumWaiting = (semaphores: Semaphore[]) =>
    semaphores.reduce((sum, semaphore) => sum + semaphore.readLoad().waiting, 0);
  return {
    acquire,
    readLoad: () => ({
      busy: common.readLoad().busy,
      waiting: sumWaiting([common, ...ownByAsker.values()]),
    }),
  };
}
