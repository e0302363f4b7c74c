import { setImmediate } from 'node:timers/promises';
import { requireNotCancelled } from '#shared/cancellation.ts';

/**
 * Yields to the event loop before each piece, so that a signal can arrive: generating hours of sound never waits.
 * @throws CodedError `client_closed` when the signal fires; errors of the source
 */
export async function* withCancellation<Piece>(
  pieces: AsyncIterable<Piece>,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  for await (const piece of pieces) {
    await setImmediate();
    requireNotCancelled(signal);
    yield piece;
  }
}
