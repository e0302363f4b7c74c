import { setImmediate } from 'node:timers/promises';
import { requireNotCancelled } from '#shared/cancellation.ts';

/**
 * The same pieces, with a turn of the event loop before each: hours of sound are made without one, and no signal would be heard.
 * @throws CodedError `client_closed` when the signal fires; what the source throws
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
