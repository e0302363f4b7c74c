import { setTimeout as wait } from 'node:timers/promises';
import { getRetryAfterSeconds } from './failure.ts';

const firstWaitMs = 500;

/**
 * Retries a provider that is busy, fails or cannot be reached, at most `maxRetries` times, unless the response has `x-should-retry:
 * false`. For clients without retries, or with retries that a signal cannot stop.
 * @param fetch as `guardFetch` makes it: thrown errors may be retried
 */
export function retryFetch(fetch: typeof globalThis.fetch, maxRetries: number): typeof globalThis.fetch {
  return async (input, init) => {
    for (let tries = 0; ; tries += 1) {
      const isLast = tries >= maxRetries;
      const response = await fetch(input, init).catch(error => {
        if (isLast || init?.signal?.aborted) throw error;
      });
      if (response && (isLast || !mayTryAgain(response))) return response;
      await wait(getWaitMs(response?.headers, tries), undefined, init?.signal ? { signal: init.signal } : {});
    }
  };
}

function mayTryAgain({ status, headers }: Response): boolean {
  return (status === 429 || status >= 500) && headers.get('x-should-retry') !== 'false';
}

/** @param headers of the refusal; undefined without a response */
function getWaitMs(headers: Headers | undefined, tries: number): number {
  if (!headers) return firstWaitMs * 2 ** tries;
  const exactMs = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (exactMs >= 0) return exactMs;
  const seconds = getRetryAfterSeconds(headers);
  return seconds === undefined ? firstWaitMs * 2 ** tries : seconds * 1000;
}
