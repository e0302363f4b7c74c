import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Agent, type Dispatcher, request } from 'undici';

/** Answers of these statuses have no body. */
const bodyless = new Set([204, 205, 304]);

/**
 * A `fetch` that waits as long as it is told for the head of an answer and for each piece of its body: Node's own gives up after five
 * minutes, whatever an SDK's time-out says. It follows no redirect and asks for a body as it is, not compressed.
 *
 * It stands on the client beneath Node's `fetch`, which copies what is sent three times and each piece that comes: a fifth of what a
 * narration cost the server (`npm run bench -- narration-cost`).
 * @param timeoutMs for the head, and for each piece
 */
export function createUndiciFetch(timeoutMs: number): typeof globalThis.fetch {
  const dispatcher = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return async (input, init = {}) => {
    const options = { ...toRequestOptions(init), dispatcher };
    const answer = await request(String(input), options).catch(error => throwAsFetch(error, init.signal));
    const { statusCode, body } = answer;
    // Whoever breaks off may do so before anybody reads: an error that nobody hears would end the process.
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

function toRequestOptions({ method, headers, body, signal }: RequestInit) {
  const sent = new Headers(headers);
  // Whatever an SDK says: nothing here would unpack it.
  sent.set('accept-encoding', 'identity');
  return {
    method: (method ?? 'GET') as Dispatcher.HttpMethod,
    headers: [...sent].flat(),
    // The SDKs send texts and bytes, which it takes as they are.
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

/** The SDKs know a broken connection by the error that a `fetch` throws, and an end that was asked for by its own reason. */
function throwAsFetch(error: unknown, signal: RequestInit['signal']): never {
  if (signal?.aborted) throw error;
  throw new TypeError('fetch failed', { cause: error });
}
