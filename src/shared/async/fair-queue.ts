import type { PoolLoad } from './pool-load.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

export interface FairQueue {
  /** {@link Semaphore.acquire}, for a requester. */
  acquire(requester: string, signal: AbortSignal): Promise<() => void>;
  /** Of one requester, or of all. */
  readLoad(requester?: string): PoolLoad;
}

/**
 * Admits `places` at a time, of one requester at most `each`. They take turns in order of arrival: each is in the common queue so many
 * times at most.
 */
export function createFairQueue(places: number, each = 1): FairQueue {
  const common = createSemaphore(places);
  const ownByRequester = new Map<string, Semaphore>();

  const acquire: FairQueue['acquire'] = async (requester, signal) => {
    const own = ownByRequester.get(requester) ?? createSemaphore(each);
    ownByRequester.set(requester, own);
    const leaveOwn = await own.acquire(signal).finally(forgetIfIdle);
    try {
      const leaveCommon = await common.acquire(signal);
      return () => {
        // First, so that the requester moves behind all others.
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
      if (busy + waiting === 0 && ownByRequester.get(requester) === own) ownByRequester.delete(requester);
    }
  };

  const readLoad = (requester?: string) => {
    if (requester !== undefined) return ownByRequester.get(requester)?.readLoad() ?? { busy: 0, waiting: 0 };
    const loads = [common, ...ownByRequester.values()].map(semaphore => semaphore.readLoad());
    return { busy: common.readLoad().busy, waiting: loads.reduce((sum, { waiting }) => sum + waiting, 0) };
  };
  return { acquire, readLoad };
}
