import { createSemaphore, type Semaphore } from '#shared/async/semaphore.ts';

/** The least that any plan allows: elevenlabs.io/docs/overview/models, "Concurrency and priority". */
const leastPlaces = 2;
/** More than the largest plan that is listed; what a server says is not believed beyond it. */
const mostPlaces = 30;

export interface RequestSemaphore extends Pick<Semaphore, 'acquire'> {
  /** What the provider says it allows at the same time (`maximum-concurrent-requests`). */
  learn(headers: Headers): void;
}

/**
 * Keeps this process within the requests that the account's plan allows side by side; others wait for their turn, in order.
 * Starts with the least and takes more once the provider said so. Other processes of the same account are not known here:
 * what they take comes back as busy.
 */
export function createRequestSemaphore(): RequestSemaphore {
  const { acquire, setPlaces } = createSemaphore(leastPlaces);
  return {
    acquire,
    learn(headers) {
      const allowed = Number.parseInt(headers.get('maximum-concurrent-requests') ?? '', 10);
      if (allowed >= 1) setPlaces(Math.min(allowed, mostPlaces));
    },
  };
}
