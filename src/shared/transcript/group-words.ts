import type { SpokenCue } from '../script/cues.ts';
import type { HeardSegment } from './heard.ts';

/** A word, or a sound, as recognisers without segments list them. */
export interface HeardWord extends SpokenCue {
  readonly isSound?: boolean | undefined;
  readonly confidence?: number | undefined;
  readonly speaker?: string | undefined;
}

/** A pause between two segments of the same speaker. */
const minPauseSeconds = 0.8;
/** Two subtitles' time. */
const longestSeconds = 12;
/** How far a word may be from where it is expected in the text. */
const maxSkipped = 40;
const sentenceEnd = /[.!?…。！？।؟۔]["'”»」』)]*\s*$/u;

interface PlacedWord extends HeardWord {
  /** With what follows it up to the next word: a comma, a space. */
  readonly written: string;
}

/**
 * Makes segments of words: a new one after a sentence, a pause, or 12 s, and for another speaker.
 * @param text the whole text, with the marks that the words lack
 * @param words in order
 */
export function groupWords(text: string, words: readonly HeardWord[]): HeardSegment[] {
  const groups: PlacedWord[][] = [];
  for (const word of placeWords(text, words)) {
    const group = groups.at(-1);
    if (group && !startsNew(group, word)) group.push(word);
    else groups.push([word]);
  }
  return groups.map(toSegment);
}

function placeWords(text: string, words: readonly HeardWord[]): PlacedWord[] {
  let at = 0;
  const starts = words.map(word => {
    const found = text.slice(at, at + maxSkipped + word.text.length).indexOf(word.text);
    if (found < 0) return undefined;
    const start = at + found;
    at = start + word.text.length;
    return start;
  });
  return words.map((word, index) => {
    const [from, to] = [starts[index], index + 1 < words.length ? starts[index + 1] : text.length];
    const isFound = from !== undefined && to !== undefined;
    return { ...word, written: isFound ? text.slice(from, to) : `${word.text} ` };
  });
}

function startsNew(group: readonly PlacedWord[], word: PlacedWord): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return true;
  return (
    word.isSound === true ||
    last.isSound === true ||
    word.speaker !== last.speaker ||
    word.startSeconds - last.endSeconds >= minPauseSeconds ||
    word.endSeconds - first.startSeconds > longestSeconds ||
    sentenceEnd.test(last.written)
  );
}

function toSegment(group: readonly PlacedWord[]): HeardSegment {
  const known = group.flatMap(({ confidence }) => confidence ?? []);
  const { isSound, speaker } = group[0] ?? {};
  return {
    startSeconds: group[0]?.startSeconds ?? 0,
    endSeconds: group.reduce(
      (latest, { endSeconds }) => Math.max(latest, endSeconds),
      Number.NEGATIVE_INFINITY,
    ),
    text: group.map(({ written }) => written).join(''),
    isSound,
    speaker,
    confidence: known.length > 0 ? known.reduce((sum, each) => sum + each, 0) / known.length : undefined,
    words: group.map(({ startSeconds, endSeconds, text }) => ({ startSeconds, endSeconds, text })),
  };
}
