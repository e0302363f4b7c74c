import { computeGaps } from '#shared/script/gaps.ts';
import type { HeardVideo } from '../store/editor-state.ts';
import { hasAudibleSound, readSpeech } from './read-speech.ts';

// The media code: fetched when a description is asked for.

/**
 * Finds the gaps in the speech of a video, once; the result is kept as long as the file is.
 * @param noteProgress gets the seconds that were analysed
 * @throws {CodedError} when the file cannot be read, `client_closed` when the signal fires
 */
export async function listenForGaps(
  video: Blob,
  durationSeconds: number,
  { signal, noteProgress }: { signal: AbortSignal; noteProgress?: (heardSeconds: number) => void },
): Promise<HeardVideo> {
  const speech = await readSpeech(video, signal, noteProgress);
  const gaps = computeGaps(speech, durationSeconds);
  return { speech, gaps, isHeard: gaps.length > 0 || (await hasAudibleSound(video)) };
}
