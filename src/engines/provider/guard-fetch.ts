import { setTimeout as wait } from 'node:timers/promises';
import { limitSignal } from '#shared/async/limit-time.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { mayConnectAgain, toConnectionError } from './connection-errors.ts';
import { getRetryAfterSeconds, isTimeoutStatus } from './failure.ts';
import { type BodyLimits, failingBody, guardBody } from './guard-body.ts';

export interface AnswerKind {
  readonly mediaType: RegExp;
  readonly maxBytes: number;
  /** Of one event of a stream: SDKs read it again with each chunk. Default 1 MB. */
  readonly maxEventBytes?: number;
}

/** Any audio type; some servers send no type. */
export const soundMediaType = /^(audio\/.+|application\/octet-stream|)$/u;

/** Other values are not logged. */
const plainMediaType = /^[\w.+-]+\/[\w.+-]+$/u;
const longestMediaType = 100;

/** Of any kind. */
const maxAnswerBytes = 50_000_000;
const usualEventBytes = 2 ** 20;
const maxRefusalBytes = 64 * 1024;
/** The status is enough if the body takes longer. */
const longestRefusalMs = 10_000;
/** Longest wait between retries. SDKs may obey a `Retry-After` of up to a minute, too long for a user. */
const longestRetryWaitSeconds = 8;

export interface FetchGuard {
  readonly headTimeoutMs: number;
  /** For the body: see `BodyLimits`. */
  readonly idleTimeoutMs: number;
  readonly waitTimeoutMs: number;
  readonly answer: AnswerKind;
  /** Whether a retry would fail again, by the error body, whatever the status. */
  readonly isFinal: (refusalText: string) => boolean;
}

/**
 * A provider's `fetch` with what the SDKs lack (docs/decisions/engine-roles.md): limits of size and time for bodies, a check of the
 * media type, no redirects, and no retries that only cost. An error that must not be retried has `x-should-retry: false`; thrown
 * errors may be retried. So time-outs and broken connections, after which the work may be done and charged, become a response whose
 * body fails.
 */
export function guardFetch(fetch: typeof globalThis.fetch, guard: FetchGuard): typeof globalThis.fetch {
  return async (input, init) => {
    // Not `error`: that would look like a broken connection.
    const response = await ask(fetch, { input, init: { ...init, redirect: 'manual' } }, guard.headTimeoutMs);
    if (response instanceof CodedError) return failingAnswer(response);
    if (response.ok) return guardAnswer(response, guard);
    if (response.status >= 300 && response.status < 400) return refuseRedirect(response);
    return readRefusal(response, guard);
  };
}

interface Asked {
  readonly input: Parameters<typeof globalThis.fetch>[0];
  readonly init: RequestInit;
}

/**
 * Waits for the response head; the SDK would retry after its own time-out.
 * @returns an error if the request must not be repeated; throws if it may, or when aborted
 */
async function ask(
  fetch: typeof globalThis.fetch,
  { input, init }: Asked,
  headTimeoutMs: number,
): Promise<Response | CodedError> {
  const signal = init.signal ?? undefined;
  using limited = limitSignal(headTimeoutMs, signal);
  try {
    return await fetch(input, { ...init, signal: limited.signal });
  } catch (error) {
    if (signal?.aborted || mayConnectAgain(error)) throw error;
    return limited.isLate ? new CodedError('provider_timeout') : toConnectionError(error);
  }
}

/** Not thrown and without a status: an SDK may retry those, or take a redirect for success. */
function failingAnswer(error: CodedError): Response {
  return new Response(failingBody(error));
}

function guardAnswer(response: Response, { answer, idleTimeoutMs, waitTimeoutMs }: FetchGuard): Response {
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const { status, headers, body } = response;
  if (body && answer.mediaType.test(mediaType)) {
    const isEvents = mediaType === 'text/event-stream';
    const maxEventBytes = isEvents ? (answer.maxEventBytes ?? usualEventBytes) : undefined;
    const json = isEvents || mediaType.endsWith('json') ? { maxEventBytes } : undefined;
    const maxBytes = Math.min(answer.maxBytes, maxAnswerBytes);
    return new Response(guardBody(body, { idleTimeoutMs, waitTimeoutMs, maxBytes, json }), {
      status,
      headers,
    });
  }
  body?.cancel().catch(() => undefined);
  const type = mediaType.length <= longestMediaType && plainMediaType.test(mediaType) ? mediaType : 'none';
  const cause = new LoggedCause(`answered ${status} with the media type ${type}`);
  return failingAnswer(new CodedError('provider_garbage', { cause }));
}

function refuseRedirect({ status, body }: Response): Response {
  body?.cancel().catch(() => undefined);
  const cause = new LoggedCause(`answered with a redirect (${status})`);
  return failingAnswer(new CodedError('provider_unavailable', { cause, costsNothing: true }));
}

/** Reads an error body and decides whether a retry makes sense. */
async function readRefusal(response: Response, { isFinal, idleTimeoutMs }: FetchGuard): Promise<Response> {
  const timeoutMs = Math.min(idleTimeoutMs, longestRefusalMs);
  const limits = { idleTimeoutMs: timeoutMs, waitTimeoutMs: timeoutMs, maxBytes: maxRefusalBytes };
  const text = await readText(response.body, limits);
  const headers = new Headers(response.headers);
  const waitSeconds = getRetryAfterSeconds(headers) ?? 0;
  if (isFinal(text) || waitSeconds > longestRetryWaitSeconds || isTimeoutStatus(response.status))
    headers.set('x-should-retry', 'false');
  return new Response(text, { status: response.status, headers });
}

/** The text, or nothing if it is too long or does not end: the status is enough. */
async function readText(body: Response['body'], limits: BodyLimits): Promise<string> {
  if (!body) return '';
  return new Response(guardBody(body, limits)).text().catch(() => '');
}

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
