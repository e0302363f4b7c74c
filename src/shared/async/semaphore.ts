import { requireNotCancelled, toCancelledError } from '../cancellation.ts';

export type PoolLoad = { readonly busy: number; readonly waiting: number };

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
