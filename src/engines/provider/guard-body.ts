import { limitTime } from '#shared/async/limit-time.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Longest wait for one chunk. */
  readonly idleTimeoutMs: number;
  /** Longest total wait for chunks, without the time of our own reader. */
  readonly waitTimeoutMs: number;
}

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
    return piece;
  }

  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await readPiece();
          if (done) controller.close();
          else controller.enqueue(value);
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
