import { limitSignal } from '#shared/async/limit-time.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { mayConnectAgain, toConnectionError } from './connection-errors.ts';
import { isTimeoutStatus } from './failure.ts';
import { type BodyLimits, failingBody, guardBody } from './guard-body.ts';
import { getRetryAfterSeconds } from './retry-after.ts';

/** What a call expects to be answered, and the most that an honest answer can hold. */
export interface AnswerKind {
  readonly mediaType: RegExp;
  readonly maxBytes: number;
}

/** Sound under any of its names; some servers name no type. */
export const soundMediaType = /^(audio\/.+|application\/octet-stream|)$/u;

/** Anything else in its place may be anything, and stays out of the log. */
const plainMediaType = /^[\w.+-]+\/[\w.+-]+$/u;
const longestMediaType = 100;

const maxRefusalBytes = 64 * 1024;
/** The status says enough; its words are not waited for longer. */
const longestRefusalMs = 10_000;
/** The longest wait between tries. An SDK may obey a `Retry-After` up to a minute; nobody should stare at a page for that. */
const longestRetryWaitSeconds = 8;

export interface FetchGuard {
  /** The longest wait for the head of an answer. */
  readonly headTimeoutMs: number;
  /** For its body: see `BodyLimits`. */
  readonly idleTimeoutMs: number;
  readonly waitTimeoutMs: number;
  readonly answer: AnswerKind;
  /** Whether a refusal with this text would be the same the next time, whatever its status says. */
  readonly isFinal: (refusalText: string) => boolean;
}

/**
 * A provider's `fetch`, with what the vendors' SDKs leave open (docs/decisions/engine-roles.md): bodies have a limit
 * and time-outs, an answer of another media type is no answer, redirects are not followed, and what only costs is not
 * tried again: such a refusal says `x-should-retry: false`, and what is thrown may be tried again. So a time-out and a
 * broken connection, after which the work may be done and paid for, are an answer whose body fails.
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
 * Waits for the head of the answer; the SDK's own time-out would look like a fault that may be tried again.
 * @returns an error where the request is not to be repeated; throws where it may, or when nobody waits any more
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

/** Not an error that is thrown, nor one with a status: an SDK may try those again, or take a redirect for success. */
function failingAnswer(error: CodedError): Response {
  return new Response(failingBody(error));
}

function guardAnswer(response: Response, { answer, idleTimeoutMs, waitTimeoutMs }: FetchGuard): Response {
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const { status, headers, body } = response;
  if (body && answer.mediaType.test(mediaType))
    return new Response(guardBody(body, { idleTimeoutMs, waitTimeoutMs, maxBytes: answer.maxBytes }), {
      status,
      headers,
    });
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

/** Reads why the provider refused, and decides if a new try makes sense. */
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

/** The text, or nothing when it is too long or does not end: the status says enough. */
async function readText(body: Response['body'], limits: BodyLimits): Promise<string> {
  if (!body) return '';
  return new Response(guardBody(body, limits)).text().catch(() => '');
}
