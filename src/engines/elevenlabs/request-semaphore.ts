import { createSemaphore, type Semaphore } from '#shared/async/semaphore.ts';

/** Minimum of all plans: elevenlabs.io/docs/overview/models, "Concurrency and priority". */
const minConcurrent = 2;
/** Above the largest listed plan; caps what a server claims. */
const maxConcurrent = 30;

export interface RequestSemaphore extends Pick<Semaphore, 'acquire'> {
  /** Reads the provider's limit (`maximum-concurrent-requests`). */
  learn(headers: Headers): void;
}

/**
 * Limits this process to the concurrent requests of the account's plan; further requests wait in order. Starts with the minimum and
 * rises when the provider states a higher limit. Other processes of the same account are unknown: their use shows as "busy" errors.
 */
export function createRequestSemaphore(): RequestSemaphore {
  const { acquire, setPlaces } = createSemaphore(minConcurrent);
  return {
    acquire,
    learn(headers) {
      const allowed = Number.parseInt(headers.get('maximum-concurrent-requests') ?? '', 10);
      if (allowed >= 1) setPlaces(Math.min(allowed, maxConcurrent));
    },
  };
}
