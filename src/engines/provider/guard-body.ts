import { limitTime } from '#shared/async/limit-time.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** The longest that one piece may take to come. */
  readonly idleTimeoutMs: number;
  /** The longest that all pieces together may keep us waiting; time that our own reader takes does not count. */
  readonly waitTimeoutMs: number;
}

type BodyPiece = Uint8Array<ArrayBuffer>;

/**
 * Passes a provider's answer on piece by piece, never holding more than one piece, and breaks it off when it grows
 * too large, drips, falls silent or ends too early. The SDK itself has no such limits.
 *
 * Reading the stream fails with `CodedError` (`provider_garbage`, `provider_timeout`), or with the fetch's own abort.
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
          // Closes the connection; without it the provider would go on sending.
          reader.cancel().catch(() => undefined);
          throw error;
        }
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** A connection that ends in the middle of an answer fails in many words; here it is one error. */
function throwBrokenOff(error: unknown): never {
  if (error instanceof Error && error.name === 'AbortError') throw error;
  throw new CodedError('provider_garbage', {
    message: fill(engineMessages.answerCut),
    cause: error,
  });
}

/** A body that fails with `error` as soon as it is read, so that a wrong answer is found where every other is. */
export function failingBody(error: CodedError): ReadableStream<BodyPiece> {
  return new ReadableStream({
    pull() {
      throw error;
    },
  });
}
