import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Agent, type Dispatcher, request } from 'undici';

/** Statuses without a body. */
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
