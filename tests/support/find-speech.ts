import type { SoundPiece } from '#media/sound/decode-video-sound.ts';
import { type NoteSpeechProgress, startFinder } from '#media/speech/find-speech.ts';
import { untilCancelled } from '#shared/cancellation.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';

/** The speech in sound that is no video's. */
export async function findSpeech(
  pieces: AsyncIterable<SoundPiece>,
  signal: AbortSignal,
  noteProgress?: NoteSpeechProgress,
): Promise<TimeSpan[]> {
  const finder = await startFinder();
  for await (const piece of untilCancelled(pieces, signal)) {
    finder.add(piece);
    await noteProgress?.(piece.startSeconds + piece.samples.length / piece.sampleRateHz);
  }
  return finder.finish();
}
