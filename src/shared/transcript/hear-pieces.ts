import type { TimeSpan } from '../script/gaps.ts';
import type { Heard } from './heard.ts';
import { type HeardPiece, joinPieces } from './join-pieces.ts';
import { keepSpoken } from './keep-spoken.ts';

/** Pieces that are transcribed at a time. */
const piecesAtOnce = 2;

/**
 * Transcribes the sound of a video piece by piece, two at a time, without those in which nobody speaks.
 * @param speech where people speak, found in the same sound, in order
 * @param hear gets a signal that fires once another piece has failed
 * @returns what is said, in seconds of the video, without what the recogniser invented
 * @throws what `hear` and `pieces` throw
 */
export async function hearPieces<Piece extends Omit<HeardPiece, 'heard'>>(
  pieces: AsyncIterable<Piece>,
  hear: (piece: Piece, signal: AbortSignal) => Promise<Heard>,
  { speech, signal: outer }: { readonly speech: readonly TimeSpan[]; readonly signal: AbortSignal },
): Promise<Heard> {
  const heard: HeardPiece[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([outer, failed.signal]);
  const running = new Set<Promise<void>>();
  const take = async (piece: Piece) => {
    const { startSeconds, durationSeconds } = piece;
    heard.push({ startSeconds, durationSeconds, heard: await hear(piece, signal) });
  };
  try {
    for await (const piece of pieces) {
      if (!isSpokenIn(piece, speech)) continue;
      const work = take(piece).finally(() => running.delete(work));
      running.add(work);
      // Its failure is thrown where it is waited for.
      work.catch(() => {});
      if (running.size >= piecesAtOnce) await Promise.race(running);
    }
    await Promise.all(running);
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return keepSpoken(joinPieces(heard), speech);
}

function isSpokenIn(
  { startSeconds, durationSeconds }: Omit<HeardPiece, 'heard'>,
  speech: readonly TimeSpan[],
): boolean {
  return speech.some(
    span => span.endSeconds > startSeconds && span.startSeconds < startSeconds + durationSeconds,
  );
}
