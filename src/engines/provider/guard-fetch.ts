import { CodedError, LoggedCause } from '#shared/errors.ts';
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
const plainMediaType = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/u;

const maxRefusalBytes = 64 * 1024;
/** The longest wait between tries of OpenAI's SDK. It would obey a `Retry-After` up to a minute; nobody should stare at a page for that. */
const longestRetryWaitSeconds = 8;

export interface FetchTimes {
  readonly idleTimeoutMs: number;
  readonly waitTimeoutMs: number;
}

export interface FetchGuard extends FetchTimes {
  readonly answer: AnswerKind;
  /** Whether a refusal with this text would be the same the next time, whatever its status says. */
  readonly isFinal: (refusalText: string) => boolean;
}

/**
 * A provider's `fetch`, with what the SDKs leave open (measured on openai 7.55 and elevenlabs-js 2.73): bodies have a limit
 * and time-outs, an answer of another media type is no answer, redirects are not followed, and what only costs is not
 * tried again: such a refusal says `x-should-retry: false`.
 */
export function guardFetch(fetch: typeof globalThis.fetch, guard: FetchGuard): typeof globalThis.fetch {
  return async (input, init) => {
    // Not `error`: that would look like a broken connection, which an SDK tries three times.
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.ok) return guardAnswer(response, guard);
    if (response.status >= 300 && response.status < 400) return refuseRedirect(response);
    return readRefusal(response, guard);
  };
}

function guardAnswer(response: Response, { answer, ...times }: FetchGuard): Response {
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const { status, headers, body } = response;
  if (body && answer.mediaType.test(mediaType))
    return new Response(guardBody(body, { ...times, maxBytes: answer.maxBytes }), { status, headers });
  body?.cancel().catch(() => undefined);
  const type = plainMediaType.test(mediaType) ? mediaType : 'none';
  const cause = new LoggedCause(`answered ${status} with the media type ${type}`);
  return new Response(failingBody(new CodedError('provider_garbage', { cause })));
}

/** Not passed on with its status: an SDK may take a redirect for success. */
function refuseRedirect({ status, body }: Response): Response {
  body?.cancel().catch(() => undefined);
  const cause = new LoggedCause(`answered with a redirect (${status})`);
  return new Response(failingBody(new CodedError('provider_unavailable', { cause })));
}

/** Reads why the provider refused, here where the SDK's time-out still runs, and decides if a new try makes sense. */
async function readRefusal(response: Response, { isFinal, ...times }: FetchGuard): Promise<Response> {
  const text = await readText(response.body, { ...times, maxBytes: maxRefusalBytes });
  const headers = new Headers(response.headers);
  const waitSeconds = getRetryAfterSeconds(headers) ?? 0;
  if (isFinal(text) || waitSeconds > longestRetryWaitSeconds) headers.set('x-should-retry', 'false');
  return new Response(text, { status: response.status, headers });
}

/** The text, or nothing when it is too long or does not end: the status says enough. */
async function readText(body: Response['body'], limits: BodyLimits): Promise<string> {
  if (!body) return '';
  return new Response(guardBody(body, limits)).text().catch(() => '');
}
