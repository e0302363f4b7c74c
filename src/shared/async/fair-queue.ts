import type { PoolLoad } from './pool-load.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

export interface FairQueue {
  /** {@link Semaphore.acquire}, for a requester. */
  acquire(requester: string, signal: AbortSignal): Promise<() => void>;
  readLoad(): PoolLoad;
}

/** Admits `places` at a time, never two of one requester, who take turns in order of arrival: each is in the common queue once. */
export function createFairQueue(places: number): FairQueue {
  const common = createSemaphore(places);
  const ownByRequester = new Map<string, Semaphore>();

  const acquire: FairQueue['acquire'] = async (requester, signal) => {
    const own = ownByRequester.get(requester) ?? createSemaphore(1);
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

  const readLoad = () => {
    const loads = [common, ...ownByRequester.values()].map(semaphore => semaphore.readLoad());
    return { busy: common.readLoad().busy, waiting: loads.reduce((sum, { waiting }) => sum + waiting, 0) };
  };
  return { acquire, readLoad };
}
