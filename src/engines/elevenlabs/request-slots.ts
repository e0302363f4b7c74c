import { waitFor } from '../provider/wait-for.ts';

/** The least that any plan allows: elevenlabs.io/docs/overview/models, "Concurrency and priority". */
const leastSlots = 2;
/** More than the largest plan that is listed; what a server says is not believed beyond it. */
const mostSlots = 30;

export interface RequestSlots {
  /**
   * Waits until another request may be made.
   * @returns gives the place back; calling it twice is harmless
   */
  take(signal: AbortSignal): Promise<() => void>;
  /** What the provider says it allows at the same time (`maximum-concurrent-requests`). */
  learn(headers: Headers): void;
}

/**
 * Keeps this process within the requests that the account's plan allows side by side; others wait for their turn, in order.
 * Starts with the least and takes more once the provider said so. Other processes of the same account are not known here:
 * what they take comes back as busy.
 */
export function createRequestSlots(): RequestSlots {
  let slots = leastSlots;
  let taken = 0;
  const waiting: (() => void)[] = [];

  function admit() {
    while (taken < slots) {
      const next = waiting.shift();
      if (!next) return;
      taken += 1;
      next();
    }
  }

  async function take(signal: AbortSignal): Promise<() => void> {
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    admit();
    try {
      await waitFor(turn.promise, signal);
    } catch (error) {
      const place = waiting.indexOf(turn.resolve);
      if (place >= 0) waiting.splice(place, 1);
      else release();
      throw error;
    }
    return once(release);
  }

  function release() {
    taken -= 1;
    admit();
  }

  function learn(headers: Headers) {
    const allowed = Number.parseInt(headers.get('maximum-concurrent-requests') ?? '', 10);
    if (!(allowed >= 1)) return;
    slots = Math.min(allowed, mostSlots);
    admit();
  }

  return { take, learn };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
