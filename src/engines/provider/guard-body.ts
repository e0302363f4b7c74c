import { setImmediate } from 'node:timers/promises';
import { limitTime } from '#shared/async/limit-time.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { watchJson } from '#shared/json-depth.ts';
import { maxJsonDepth } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** For JSON: of one event, if it is a stream of them. */
  readonly json?: { readonly maxEventBytes?: number | undefined } | undefined;
  /** Longest wait for one chunk. */
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
    if (bytes > limits.maxBytes)
      throw new CodedError('provider_garbage', {
        cause: new LoggedCause(`more than ${limits.maxBytes} bytes`),
      });
    if (isFine && piece.value && !isFine(piece.value)) {
      const { maxEventBytes = limits.maxBytes } = limits.json ?? {};
      const found = `an event of more than ${maxEventBytes} bytes, or JSON deeper than ${maxJsonDepth} levels`;
      throw new CodedError('provider_garbage', { cause: new LoggedCause(found) });
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
  throw new CodedError('provider_garbage', {
    message: fill(engineMessages.answerCut),
    cause: error,
  });
}

/** A body that fails with `error` when read, so that all response errors take one path. */
export function failingBody(error: CodedError): ReadableStream<BodyPiece> {
  return new ReadableStream({
    pull() {
      throw error;
    },
  });
}
