import { computeGaps, type TimeSpan } from '#shared/script/gaps.ts';
import { hasAudibleSound, readSpeech } from '../line-editor/public.ts';

// The media code: fetched when a description is asked for.

/** The speech of a video, and the gaps in it. */
export interface HeardVideo {
  readonly speech: readonly TimeSpan[];
  readonly gaps: readonly TimeSpan[];
  /** False where this browser cannot decode the sound: then it counts as speech, all of it. */
  readonly isHeard: boolean;
}

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
