import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import type { PlainSound } from '#media/sound/plain-sound.ts';
import { readPieces } from '../../../lib/read-pieces.ts';

/** Of work at a time, so that the page stays responsive: half a frame. */
const workMs = 8;

/**
 * Decodes a recording in pieces: the page stays free and no more than a piece is kept, however long the recording is.
 * @throws {CodedError} `provider_garbage` when there is no sound in it
 */
export async function* decodeYielding(recording: Blob, signal: AbortSignal): AsyncGenerator<PlainSound> {
  let restedMs = performance.now();
  for await (const sound of decodeMp3(readPieces(new Response(recording), signal))) {
    signal.throwIfAborted();
    yield sound;
    if (performance.now() - restedMs < workMs) continue;
    await new Promise(resolve => setTimeout(resolve));
    restedMs = performance.now();
  }
}
