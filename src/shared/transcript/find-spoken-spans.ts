import type { Segment, Transcript } from '../narration/project.ts';
import { joinSpans, type TimeSpan } from '../script/gaps.ts';

/** Shorter pauses are between words. */
const pauseSeconds = 0.3;

/**
 * When each word is said, in seconds and in order. A corrected segment, whose words have no times, counts as one word.
 * @returns undefined if the recogniser gave no times of words
 */
export function listWords({ segments }: Transcript): TimeSpan[] | undefined {
  const spoken = segments.filter(({ isSound }) => !isSound);
  if (!spoken.some(({ words }) => words?.length)) return undefined;
  return joinSpans(spoken.flatMap(toSpans));
}

/**
 * When somebody speaks, in seconds, with pauses longer than between words; more exact than what is found by sound.
 * @returns undefined as {@link listWords}
 */
export function toSpeech(transcript: Transcript): TimeSpan[] | undefined {
  const words = listWords(transcript);
  return words && joinSpans(words, pauseSeconds);
}

/** The same as exactly as it is known: where no times of words are, when each segment is said. */
export function listSaid({ segments }: Transcript): TimeSpan[] {
  return joinSpans(segments.filter(({ isSound }) => !isSound).flatMap(toSpans), pauseSeconds);
}

function toSpans(segment: Segment): TimeSpan[] {
  const parts = segment.words?.length ? segment.words : [segment];
  return parts.map(({ startMs, endMs }) => ({
    startSeconds: startMs / 1000,
    endSeconds: Math.max(startMs, endMs) / 1000,
  }));
}
