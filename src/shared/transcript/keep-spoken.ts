import type { TimeSpan } from '../script/gaps.ts';
import type { Heard, HeardSegment } from './heard.ts';
import { listWithin, spreadSentences } from './spread-sentences.ts';

/** Less speech than this under a segment is noise that was taken for speech. */
const leastSpeechSeconds = 0.2;
/** Less than this part of a segment, too. */
const leastSpeechPart = 0.1;
/** A shorter segment has no length: nothing is said in it. */
const leastSegmentSeconds = 0.05;
/** How far the recogniser's times may be from the speech that is found in the sound, to be moved to it. */
const maxMoveSeconds = 1;
/** A text that comes this often in a row is a loop of the recogniser, if it has several words. */
const leastRepeats = 3;
const leastLoopWords = 3;
/**
 * Lines of subtitles that recognisers were trained with and write into music and noise; source: docs/decisions/transcription.md.
 * Where somebody really says them, other speech lies around.
 */
const usualInvention =
  /^(?:(?:thanks|thank you(?: so| very)?(?: much)?) for (?:watching|listening|your attention)$|(?:please )?(?:like and )?subscribe(?: |$)|subtitles? (?:by|created|made) |untertitel(?:ung)?(?: |$)|sous titr|subtítulos |字幕|ご視聴ありがとうございました$|請不吝點贊|продолжение следует$|субтитры(?: |$))|amara org/u;
/** An invention is kept if speech fills this part of it. */
const inventionSpeechPart = 0.8;

/**
 * Drops what a recogniser invents: segments without speech under them, loops, and usual inventions. Moves the times of segments
 * without words to the edges of the speech, as recognisers are up to a second off.
 * @param speech found in the same sound, in order
 */
export function keepSpoken(heard: Heard, speech: readonly TimeSpan[]): Heard {
  const spoken = heard.segments
    .map((segment, at) => lengthen(segment, heard.segments[at + 1], speech))
    .filter(segment => segment.isSound || isSpoken(segment, speech));
  const segments = dropLoops(spoken).flatMap(segment =>
    segment.isSound || segment.words?.length
      ? [segment]
      : spreadSentences(segment, speech).map(part => moveToSpeech(part, speech)),
  );
  return { ...heard, segments };
}

/** More than a text takes in most languages, read calmly. */
export function getUsualSeconds({ length }: string): number {
  return 1 + 0.15 * length;
}

/** A text without a length lasts as long as such texts do, until the next one, or the end of the speech. */
function lengthen(
  segment: HeardSegment,
  next: HeardSegment | undefined,
  speech: readonly TimeSpan[],
): HeardSegment {
  const { startSeconds, endSeconds, text, isSound } = segment;
  if (isSound || endSeconds - startSeconds >= leastSegmentSeconds) return segment;
  const usualEnd = startSeconds + getUsualSeconds(text);
  const until = Math.min(usualEnd, next?.startSeconds ?? usualEnd);
  const said = listWithin({ startSeconds, endSeconds: until }, speech).at(-1)?.endSeconds ?? endSeconds;
  return { ...segment, endSeconds: Math.max(endSeconds, Math.min(until, said)) };
}

function isSpoken(segment: HeardSegment, speech: readonly TimeSpan[]): boolean {
  const seconds = sumOverlap(segment, speech);
  const part = seconds / Math.max(0.001, segment.endSeconds - segment.startSeconds);
  if (usualInvention.test(normalize(segment.text))) return part >= inventionSpeechPart;
  return seconds >= leastSpeechSeconds || part >= leastSpeechPart;
}

function sumOverlap({ startSeconds, endSeconds }: TimeSpan, spans: readonly TimeSpan[]): number {
  return listWithin({ startSeconds, endSeconds }, spans).reduce(
    (sum, span) =>
      sum + Math.max(0, Math.min(endSeconds, span.endSeconds) - Math.max(startSeconds, span.startSeconds)),
    0,
  );
}

/** Keeps the first of a text that is repeated, and a phrase that is repeated within a segment once. */
function dropLoops(segments: readonly HeardSegment[]): HeardSegment[] {
  const keys = segments.map(({ text }) => normalize(text));
  const kept: HeardSegment[][] = [];
  for (let at = 0; at < segments.length; ) {
    const key = keys[at] ?? '';
    let end = at + 1;
    while (end < segments.length && keys[end] === key) end += 1;
    const isLoop = end - at >= leastRepeats && key.split(' ').length >= leastLoopWords;
    kept.push(segments.slice(at, isLoop ? at + 1 : end).map(dropInnerLoop));
    at = end;
  }
  return kept.flat();
}

/** A phrase of so many letters is a loop when it comes this often in a row. */
const innerLoop = { leastLetters: 8, maxLetters: 120, leastTimes: 4 } as const;
/** Longer texts are not searched. */
const maxSearchedCharacters = 5000;

/** Keeps the first of the phrases that repeat each other. */
function dropInnerLoop(segment: HeardSegment): HeardSegment {
  const { text } = segment;
  if (text.length > maxSearchedCharacters) return segment;
  const letters = Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]/gu), ({ 0: letter, index }) => ({
    letter: letter.toLowerCase(),
    endIndex: index + letter.length,
  }));
  const loop = findInnerLoop(letters.map(({ letter }) => letter));
  if (!loop) return segment;
  const [firstEnd, lastEnd] = [loop.firstEnd, loop.lastEnd].map(end => letters[end - 1]?.endIndex);
  return { ...segment, text: text.slice(0, firstEnd) + text.slice(lastEnd), words: undefined };
}

/** @returns where the first phrase and the last one end; undefined without a loop */
function findInnerLoop(letters: readonly string[]): { firstEnd: number; lastEnd: number } | undefined {
  const { leastLetters, maxLetters, leastTimes } = innerLoop;
  for (let length = leastLetters; length <= maxLetters; length++) {
    let same = 0;
    for (let at = length; at <= letters.length; at++) {
      if (at < letters.length && letters[at] === letters[at - length]) same += 1;
      else if (same >= (leastTimes - 1) * length)
        return { firstEnd: at - same, lastEnd: at - (same % length) };
      else same = 0;
    }
  }
  return undefined;
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function moveToSpeech(segment: HeardSegment, speech: readonly TimeSpan[]): HeardSegment {
  const startSeconds = findNearest(segment, speech, 'startSeconds');
  const endSeconds = findNearest(segment, speech, 'endSeconds');
  return endSeconds > startSeconds ? { ...segment, startSeconds, endSeconds } : segment;
}

/** The nearest edge within reach, else the time itself. */
function findNearest(segment: TimeSpan, speech: readonly TimeSpan[], side: keyof TimeSpan): number {
  const seconds = segment[side];
  const around = { startSeconds: seconds - 2 * maxMoveSeconds, endSeconds: seconds + 2 * maxMoveSeconds };
  const near = listWithin(around, speech)
    .map(span => span[side])
    .filter(edge => Math.abs(edge - seconds) <= maxMoveSeconds);
  return (
    near.reduce(
      (best, edge) =>
        best === undefined || Math.abs(edge - seconds) < Math.abs(best - seconds) ? edge : best,
      undefined as number | undefined,
    ) ?? seconds
  );
}
