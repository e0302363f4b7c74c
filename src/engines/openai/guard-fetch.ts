import { CodedError } from '#shared/errors.ts';
import { type BodyLimits, failingBody, guardBody } from './guard-body.ts';
import { isOutOfCredit } from './out-of-credit.ts';
import { getRetryAfterSeconds } from './retry-after.ts';

/** What a call expects to be answered, and the most that an honest answer can hold. */
export interface AnswerKind {
  readonly mediaType: RegExp;
  readonly maxBytes: number;
}

export const answerKinds = {
  /** A thousand tokens are some kilobytes. */
  json: { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 2 ** 20 },
  /** Each token comes in some hundred bytes of its own; the SDK holds an event about ten times over. */
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 2 * 2 ** 20 },
  /** 4,096 characters of Chinese are 17 minutes, 41 MB at the highest mp3 rate. Some servers name no type. */
  sound: { mediaType: /^(audio\/.+|application\/octet-stream|)$/u, maxBytes: 64 * 2 ** 20 },
} as const satisfies Record<string, AnswerKind>;

const maxRefusalBytes = 64 * 1024;
/** The SDK's longest own wait. It would obey a `Retry-After` up to a minute; nobody should stare at a page for that. */
const longestRetryWaitSeconds = 8;

export interface FetchTimes {
  readonly idleTimeoutMs: number;
  readonly waitTimeoutMs: number;
}

/**
 * The SDK's `fetch`, with what the SDK leaves open (measured on 7.55): bodies have a limit and time-outs, an answer of
 * another media type is no answer, redirects are not followed, and what only costs is not tried again.
 */
export function guardFetch(
  fetch: typeof globalThis.fetch,
  answer: AnswerKind,
  times: FetchTimes,
): typeof globalThis.fetch {
  return async (input, init) => {
    // Not `error`: that would look like a broken connection, which the SDK tries three times.
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.ok) return guardAnswer(response, answer, times);
    return readRefusal(response, { ...times, maxBytes: maxRefusalBytes });
  };
}

function guardAnswer(response: Response, answer: AnswerKind, times: FetchTimes): Response {
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const { status, headers, body } = response;
  if (body && answer.mediaType.test(mediaType))
    return new Response(guardBody(body, { ...times, maxBytes: answer.maxBytes }), { status, headers });
  body?.cancel().catch(() => undefined);
  const cause = new Error(`answered ${status} with the media type "${mediaType}"`);
  return new Response(failingBody(new CodedError('provider_garbage', { cause })));
}

/** Reads why the provider refused, here where the SDK's time-out still runs, and decides if a new try makes sense. */
async function readRefusal(response: Response, limits: BodyLimits): Promise<Response> {
  const text = await readText(response.body, limits);
  const headers = new Headers(response.headers);
  const waitSeconds = getRetryAfterSeconds(headers) ?? 0;
  if (isOutOfCredit(text) || waitSeconds > longestRetryWaitSeconds) headers.set('x-should-retry', 'false');
  return new Response(response.status === 304 ? null : text, { status: response.status, headers });
}

/** The text, or nothing when it is too long or does not end: the status says enough. */
async function readText(body: Response['body'], limits: BodyLimits): Promise<string> {
  if (!body) return '';
  return new Response(guardBody(body, limits)).text().catch(() => '');
}
