import { getRetryAfterSeconds } from '../provider/failure.ts';
import { parseRefusal } from './error-body.ts';

/**
 * A `fetch` that makes errors readable for the SDK, which keeps only the body, as the error's text, and fails if it is no JSON.
 * Status and wait time from the head are written into the body; a wait time that only the body has is written into the header that
 * retries read.
 * @param fetch as `guardFetch` makes it: error bodies are bounded
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
