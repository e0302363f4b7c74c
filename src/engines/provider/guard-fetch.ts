import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { limitSignal, limitTime } from '#shared/async/limit-time.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { watchJson } from '#shared/json-depth.ts';
import { maxJsonDepth } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { failures, getRetryAfterSeconds, isTimeoutStatus, toFailedError, toGarbage } from './failure.ts';

/** Errors before the first byte of the request was sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const certificateCode = /CERT|^ERR_TLS_|^UNABLE_TO_/u;
const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
const deepestCode = 5;

/** Whether a failed `fetch` may be repeated: the request was not received, and no time-out passed. */
export function mayConnectAgain(error: unknown): boolean {
  return wasNeverSent(error) && !isTimeout(error);
}

export function toConnectionError(error: unknown): CodedError {
  const costsNothing = wasNeverSent(error);
  if (isTimeout(error)) return new CodedError('provider_timeout', { cause: error, costsNothing });
  return new CodedError('provider_unavailable', {
    message: fill(engineMessages.connectionLost),
    cause: error,
    costsNothing,
  });
}

function isTimeout(error: unknown): boolean {
  return findCodes(error).some(code => timeouts.has(code));
}

function wasNeverSent(error: unknown): boolean {
  return findCodes(error).some(code => beforeSending.has(code) || certificateCode.test(code));
}

function findCodes(error: unknown): string[] {
  const codes: string[] = [];
  for (let each = error, depth = 0; each instanceof Error && depth < deepestCode; depth += 1) {
    if ('code' in each && typeof each.code === 'string') codes.push(each.code);
    each = each.cause;
  }
  return codes;
}

const bodyless = new Set([204, 205, 304]);

/**
 * A `fetch` with its own time-out for the head and for each chunk of the body: Node's gives up after five minutes, whatever an
 * SDK's time-out is. Follows no redirects and requests no compression.
 * Uses the client beneath Node's `fetch`, which copies the request three times and each received chunk: a fifth of the server's
 * cost of a narration (`npm run bench -- narration-cost`).
 * @param timeoutMs for the head, and for each chunk
 */
export function createUndiciFetch(timeoutMs: number): typeof globalThis.fetch {
  const dispatcher = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return async (input, init = {}) => {
    const options = { ...toRequestOptions(await encodeForm(init)), dispatcher };
    const answer = await request(String(input), options).catch(error => throwAsFetch(error, init.signal));
    const { statusCode, body } = answer;
    // An abort may precede any reader: an unhandled 'error' event would end the process.
    body.on('error', () => undefined);
    const isBodyless = bodyless.has(statusCode);
    if (isBodyless) await body.dump();
    const pieces = NodeReadableStream.from<Uint8Array<ArrayBuffer>>(body);
    return new Response(isBodyless ? null : (pieces as ReadableStream<Uint8Array<ArrayBuffer>>), {
      status: statusCode,
      headers: toHeaders(answer.headers),
    });
  };
}

/** undici knows only its own forms, not Node's. */
async function encodeForm(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const encoded = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', encoded.headers.get('content-type') ?? '');
  return { ...init, headers, body: new Uint8Array(await encoded.arrayBuffer()) };
}

function toRequestOptions({ method, headers, body, signal }: RequestInit) {
  const sent = new Headers(headers);
  // Overrides the SDKs': nothing here decompresses.
  sent.set('accept-encoding', 'identity');
  return {
    method: (method ?? 'GET') as Dispatcher.HttpMethod,
    headers: [...sent].flat(),
    // The SDKs send strings and bytes, which undici takes directly.
    body: (body ?? null) as string | Uint8Array | null,
    signal: signal ?? null,
  };
}

function toHeaders(answered: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answered))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}

/** SDKs recognise a broken connection by the error that `fetch` throws, and an abort by its reason. */
function throwAsFetch(error: unknown, signal: RequestInit['signal']): never {
  if (signal?.aborted) throw error;
  throw new TypeError('fetch failed', { cause: error });
}

interface BodyLimits {
  readonly maxBytes: number;
  /** For JSON: of one event, if it is a stream of them. */
  readonly json?: { readonly maxEventBytes?: number | undefined } | undefined;
  readonly idleTimeoutMs: number;
  /** Longest total wait for chunks, without the time of our own reader. */
  readonly waitTimeoutMs: number;
}

/** Larger chunks are passed on in pieces of this size, with time for others between them. */
const pieceBytes = 16 * 1024;

type BodyPiece = Uint8Array<ArrayBuffer>;

/**
 * Passes a response on chunk by chunk without buffering, and aborts it if it is too large, too slow, silent or incomplete. The SDK
 * has no such limits.
 * Reading fails with `CodedError` (`provider_garbage`, `provider_timeout`), or with the fetch's own abort.
 */
export function guardBody(body: ReadableStream<BodyPiece>, limits: BodyLimits): ReadableStream<BodyPiece> {
  const reader = body.getReader();
  let bytes = 0;
  let waitedMs = 0;
  let left: BodyPiece | undefined;
  const isFine = limits.json && watchJson(limits.json.maxEventBytes);

  async function readPiece() {
    const leftMs = Math.max(0, limits.waitTimeoutMs - waitedMs);
    const late = Promise.withResolvers<never>();
    const callOff = limitTime(Math.min(limits.idleTimeoutMs, leftMs), () =>
      late.reject(new CodedError('provider_timeout')),
    );
    const piece = await Promise.race([reader.read().catch(throwBrokenOff), late.promise]).finally(() => {
      waitedMs += callOff();
    });
    bytes += piece.value?.byteLength ?? 0;
    if (bytes > limits.maxBytes) throw toGarbage(`more than ${limits.maxBytes} bytes`);
    if (isFine && piece.value && !isFine(piece.value)) {
      const { maxEventBytes = limits.maxBytes } = limits.json ?? {};
      throw toGarbage(
        `an event of more than ${maxEventBytes} bytes, or JSON deeper than ${maxJsonDepth} levels`,
      );
    }
    return piece;
  }

  return new ReadableStream(
    {
      async pull(controller) {
        try {
          // What readers do with a piece they do at once.
          await setImmediate();
          const { done, value } = left ? { done: false, value: left } : await readPiece();
          if (done || !value) return controller.close();
          left = value.length > pieceBytes ? value.subarray(pieceBytes) : undefined;
          controller.enqueue(value.subarray(0, pieceBytes));
        } catch (error) {
          // Closes the connection; otherwise the provider continues to send.
          reader.cancel().catch(() => undefined);
          throw error;
        }
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Unifies the many errors of a connection that breaks in the middle of a response. */
function throwBrokenOff(error: unknown): never {
  if (error instanceof Error && error.name === 'AbortError') throw error;
  throw toFailedError(failures.answerCut, error);
}

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

interface FetchGuard extends Pick<BodyLimits, 'idleTimeoutMs' | 'waitTimeoutMs'> {
  readonly headTimeoutMs: number;
  readonly answer: AnswerKind;
  /** Whether a retry would fail again, by the error body, whatever the status. */
  readonly isFinal: (refusalText: string) => boolean;
  /** A wait that the head does not state. */
  readonly readWaitSeconds?: ((refusalText: string) => number | undefined) | undefined;
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
    const response = await ask(
      signal => fetch(input, { ...init, redirect: 'manual', signal }),
      init?.signal,
      guard,
    );
    if (response instanceof CodedError) return failingAnswer(response);
    if (response.ok) return guardAnswer(response, guard);
    if (response.status >= 300 && response.status < 400) return refuseRedirect(response);
    return readRefusal(response, guard);
  };
}

/**
 * Waits for the response head; the SDK would retry after its own time-out.
 * @returns an error if the request must not be repeated; throws if it may, or when aborted
 */
async function ask(
  fetch: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | null | undefined,
  { headTimeoutMs }: FetchGuard,
): Promise<Response | CodedError> {
  using limited = limitSignal(headTimeoutMs, signal ?? undefined);
  try {
    return await fetch(limited.signal);
  } catch (error) {
    if (signal?.aborted || mayConnectAgain(error)) throw error;
    return limited.isLate ? new CodedError('provider_timeout') : toConnectionError(error);
  }
}

/** Its body fails when it is read. Not thrown and without a status: an SDK may retry those, or take a redirect for success. */
function failingAnswer(error: CodedError): Response {
  return new Response(new ReadableStream({ pull: () => Promise.reject(error) }));
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
  return failingAnswer(toGarbage(`answered ${status} with the media type ${type}`));
}

function refuseRedirect({ status, body }: Response): Response {
  body?.cancel().catch(() => undefined);
  const cause = new LoggedCause(`answered with a redirect (${status})`);
  return failingAnswer(new CodedError('provider_unavailable', { cause, costsNothing: true }));
}

async function readRefusal(
  response: Response,
  { isFinal, readWaitSeconds, idleTimeoutMs }: FetchGuard,
): Promise<Response> {
  const timeoutMs = Math.min(idleTimeoutMs, longestRefusalMs);
  const limits = { idleTimeoutMs: timeoutMs, waitTimeoutMs: timeoutMs, maxBytes: maxRefusalBytes };
  // The status is enough if it is too long or does not end.
  const text = await new Response(response.body && guardBody(response.body, limits)).text().catch(() => '');
  const headers = new Headers(response.headers);
  const statedSeconds = getRetryAfterSeconds(headers);
  const waitSeconds = statedSeconds ?? readWaitSeconds?.(text) ?? 0;
  if (statedSeconds === undefined && waitSeconds > 0) headers.set('retry-after', String(waitSeconds));
  if (isFinal(text) || waitSeconds > longestRetryWaitSeconds || isTimeoutStatus(response.status))
    headers.set('x-should-retry', 'false');
  return new Response(text, { status: response.status, headers });
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
      if (response) {
        const { status, headers } = response;
        const mayTryAgain = (status === 429 || status >= 500) && headers.get('x-should-retry') !== 'false';
        if (isLast || !mayTryAgain) return response;
      }
      await wait(getWaitMs(response?.headers, tries), undefined, init?.signal ? { signal: init.signal } : {});
    }
  };
}

/** @param headers of the refusal; undefined without a response */
function getWaitMs(headers: Headers | undefined, tries: number): number {
  if (!headers) return firstWaitMs * 2 ** tries;
  const exactMs = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (exactMs >= 0) return exactMs;
  const seconds = getRetryAfterSeconds(headers);
  return seconds === undefined ? firstWaitMs * 2 ** tries : seconds * 1000;
}
