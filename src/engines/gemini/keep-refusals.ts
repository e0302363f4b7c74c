import { getRetryAfterSeconds } from '../provider/retry-after.ts';
import { parseRefusal } from './error-body.ts';

/**
 * A `fetch` whose refusals the SDK can read: it keeps the body alone, as the text of its error, and fails on one that is no
 * JSON. So what the head says, the status and how long to wait, is written into the body; and what only the body says, how
 * long to wait, into the head, where new tries look for it.
 * @param fetch as `guardFetch` makes it: refusals have a bounded body
 */
export function keepRefusals(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status < 400) return response;
    const headers = new Headers(response.headers);
    const seconds = getRetryAfterSeconds(headers);
    const refusal = parseRefusal(await response.text());
    if (seconds === undefined && refusal?.retryAfterSeconds !== undefined)
      headers.set('retry-after', String(refusal.retryAfterSeconds));
    headers.set('content-type', 'application/json');
    headers.delete('content-length');
    const retryAfterSeconds = seconds ?? refusal?.retryAfterSeconds;
    const body = JSON.stringify({
      error: {
        code: response.status,
        status: refusal?.status ?? '',
        message: refusal?.message ?? '',
        details: [
          { reason: refusal?.reason },
          { violations: refusal?.quotaIds.map(quotaId => ({ quotaId })) },
          { retryDelay: retryAfterSeconds === undefined ? undefined : `${retryAfterSeconds}s` },
        ],
      },
    });
    return new Response(body, { status: response.status, headers });
  };
}
