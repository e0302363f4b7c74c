import { computeGaps, type TimeSpan } from '#shared/script/gaps.ts';
import { hasAudibleSound, readSpeech } from '../line-editor/public.ts';

// The media code: fetched when a description is asked for.

/** Where people speak in a video, and where nobody does. */
export interface HeardVideo {
  readonly speech: readonly TimeSpan[];
  readonly gaps: readonly TimeSpan[];
  /** False where this browser cannot decode the sound: then it counts as speech, all of it. */
  readonly isHeard: boolean;
}

/**
 * Listens to a video's own sound, once; what was found is kept as long as the file is.
 * @param noteProgress takes how many seconds were heard
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
