import type { Transformer } from 'node:stream/web';
import { CodedError, LoggedCause } from '#shared/errors.ts';

/** A minute of sound in one event, as base64; the vendor sends dozens of events for a sentence. */
const maxEventBytes = 4 * 2 ** 20;
/** Event separators, for any line ending. */
const boundaries = ['\n\n', '\n\r\n', '\r\r'];
const longestBoundary = 3;

type Piece = Uint8Array<ArrayBuffer>;

/**
 * A `fetch` that limits the size of a stream's events. The SDK rescans an event with each chunk: 24 MB without an end blocked the
 * process for half a minute.
 */
export function limitEvents(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, headers } = response;
    if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
    return new Response(body.pipeThrough(new TransformStream(createEventLimit())), { status, headers });
  };
}

function createEventLimit(): Transformer<Piece, Piece> {
  let openBytes = 0;
  let end = '';
  return {
    transform(piece, controller) {
      const text = end + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
      const at = Math.max(...boundaries.map(boundary => text.lastIndexOf(boundary)));
      openBytes = at < 0 ? openBytes + piece.byteLength : text.length - at;
      if (openBytes > maxEventBytes)
        throw new CodedError('provider_garbage', {
          cause: new LoggedCause(`an event of more than ${maxEventBytes} bytes`),
        });
      end = text.slice(-longestBoundary + 1);
      controller.enqueue(piece);
    },
  };
}
