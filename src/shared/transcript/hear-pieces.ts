import type { LanguageName } from '../languages.ts';
import type { TimeSpan } from '../script/gaps.ts';
import { splitSentences } from '../script/split-sentences.ts';
import type { Heard, HeardSegment } from './heard.ts';

/** Recognisers without times answer half a minute at once. */
const maxSeconds = 12;
/** A sentence ends at a pause that is this near to where its length says. */
const maxSpreadSeconds = 2;

/**
 * Gives the sentences of a long segment without times of words times of their own: by their lengths, at pauses of the speech.
 * @param speech found in the same sound, in order
 */
function spreadSentences(segment: HeardSegment, speech: readonly TimeSpan[]): HeardSegment[] {
  const { startSeconds, endSeconds } = segment;
  const sentences = splitSentences(segment.text).map(text => text.trim());
  const spoken = listSpoken(segment, speech);
  const spokenSeconds = spoken.at(-1)?.endAfter ?? 0;
  if (sentences.length < 2 || spokenSeconds === 0 || endSeconds - startSeconds <= maxSeconds)
    return [segment];
  const characters = sentences.reduce((sum, { length }) => sum + length, 0);
  let read = 0;
  let start = spoken[0]?.startSeconds ?? startSeconds;
  return sentences.flatMap(text => {
    read += text.length;
    const end = findEnd((read / characters) * spokenSeconds, spoken);
    const part = { ...segment, text, startSeconds: start, endSeconds: end };
    // The next one begins with the speech after the pause.
    const next = spoken[findFirst(spoken, span => span.endSeconds > end)];
    start = Math.max(end, next?.startSeconds ?? end);
    return end > part.startSeconds ? [part] : [];
  });
}

/** A span of speech within a segment. */
interface SpokenSpan extends TimeSpan {
  /** Seconds of speech up to its end. */
  readonly endAfter: number;
}

function listSpoken(segment: TimeSpan, speech: readonly TimeSpan[]): SpokenSpan[] {
  let endAfter = 0;
  return listWithin(segment, speech).flatMap(span => {
    const startSeconds = Math.max(span.startSeconds, segment.startSeconds);
    const endSeconds = Math.min(span.endSeconds, segment.endSeconds);
    if (endSeconds <= startSeconds) return [];
    endAfter += endSeconds - startSeconds;
    return [{ startSeconds, endSeconds, endAfter }];
  });
}

/** When so many seconds were spoken, or the end of a span of speech near it. */
function findEnd(seconds: number, spoken: readonly SpokenSpan[]): number {
  const at = findFirst(spoken, ({ endAfter }) => endAfter >= seconds);
  const [before, within] = [spoken[at - 1], spoken[at]];
  const isBefore =
    before && seconds - before.endAfter <= (within?.endAfter ?? Number.POSITIVE_INFINITY) - seconds;
  const nearest = isBefore ? before : within;
  if (nearest && Math.abs(nearest.endAfter - seconds) <= maxSpreadSeconds) return nearest.endSeconds;
  return within ? within.endSeconds - (within.endAfter - seconds) : (spoken.at(-1)?.endSeconds ?? 0);
}

/** The index of the first item, of items in order, from which on something holds; their number if it never does. */
function findFirst<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(items[middle] as Item)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The speech that overlaps a span, without reading all of it. */
function listWithin({ startSeconds, endSeconds }: TimeSpan, speech: readonly TimeSpan[]) {
  const first = findFirst(speech, span => span.endSeconds > startSeconds);
  return speech.slice(
    first,
    findFirst(speech, span => span.startSeconds >= endSeconds),
  );
}

/** Less speech than this under a segment is noise that was taken for speech. */
const minSpeechSeconds = 0.2;
/** Less than this part of a segment, too. */
const minSpeechPart = 0.1;
/** A shorter segment has no length: nothing is said in it. */
const minSegmentSeconds = 0.05;
/** How far the recogniser's times may be from the speech that is found in the sound, to be moved to it. */
const maxMoveSeconds = 1;
/** A text that comes this often in a row is a loop of the recogniser, if it has several words. */
const minRepeats = 3;
const minLoopWords = 3;
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
function lengthen(segment: HeardSegment, next: HeardSegment | undefined, speech: readonly TimeSpan[]) {
  const { startSeconds, endSeconds, text, isSound } = segment;
  if (isSound || endSeconds - startSeconds >= minSegmentSeconds) return segment;
  const usualEnd = startSeconds + getUsualSeconds(text);
  const until = Math.min(usualEnd, next?.startSeconds ?? usualEnd);
  const said = listWithin({ startSeconds, endSeconds: until }, speech).at(-1)?.endSeconds ?? endSeconds;
  return { ...segment, endSeconds: Math.max(endSeconds, Math.min(until, said)) };
}

function isSpoken(segment: HeardSegment, speech: readonly TimeSpan[]): boolean {
  const seconds = sumOverlap(segment, speech);
  const part = seconds / Math.max(0.001, segment.endSeconds - segment.startSeconds);
  if (usualInvention.test(normalize(segment.text))) return part >= inventionSpeechPart;
  return seconds >= minSpeechSeconds || part >= minSpeechPart;
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
    const isLoop = end - at >= minRepeats && key.split(' ').length >= minLoopWords;
    kept.push(segments.slice(at, isLoop ? at + 1 : end).map(dropInnerLoop));
    at = end;
  }
  return kept.flat();
}

/** A phrase of so many letters is a loop when it comes this often in a row. */
const innerLoop = { minLetters: 8, maxLetters: 120, minTimes: 4 } as const;
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
  const { minLetters, maxLetters, minTimes } = innerLoop;
  for (let length = minLetters; length <= maxLetters; length++) {
    let same = 0;
    for (let at = length; at <= letters.length; at++) {
      if (at < letters.length && letters[at] === letters[at - length]) same += 1;
      else if (same >= (minTimes - 1) * length) return { firstEnd: at - same, lastEnd: at - (same % length) };
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
  const far = (edge: number) => Math.abs(edge - seconds);
  const edges = listWithin(around, speech).map(span => span[side]);
  const [nearest = seconds] = edges.sort((one, other) => far(one) - far(other));
  return far(nearest) <= maxMoveSeconds ? nearest : seconds;
}

/** A piece of a video's sound, cut at a pause, and what is said in it. */
interface HeardPiece {
  /** Its place in the video. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** In seconds of the piece. */
  readonly heard: Heard;
}

/**
 * Joins what is said in the pieces of a sound, in seconds of the video. Recognisers name speakers anew in each piece, so speakers of
 * different pieces stay different.
 */
export function joinPieces(pieces: readonly HeardPiece[]): Heard {
  const inOrder = pieces.toSorted((one, other) => one.startSeconds - other.startSeconds);
  const isOne = pieces.length === 1;
  const segments = inOrder.flatMap(({ startSeconds, durationSeconds, heard }, index) =>
    heard.segments.map(segment => {
      const speaker =
        segment.speaker === undefined || isOne ? segment.speaker : `${index}:${segment.speaker}`;
      const language = segment.language ?? heard.language;
      return moveSegment({ ...segment, language, speaker }, startSeconds, startSeconds + durationSeconds);
    }),
  );
  return { segments, language: findMainLanguage(segments) };
}

function moveSegment(segment: HeardSegment, bySeconds: number, endSeconds: number): HeardSegment {
  const move = <Part extends TimeSpan>(part: Part) => ({
    ...part,
    startSeconds: Math.min(endSeconds, part.startSeconds + bySeconds),
    endSeconds: Math.min(endSeconds, part.endSeconds + bySeconds),
  });
  return { ...move(segment), words: segment.words?.map(move) };
}

/** The language that is spoken longest. */
export function findMainLanguage(segments: readonly HeardSegment[]): LanguageName | undefined {
  const seconds = new Map<LanguageName, number>();
  for (const { language, startSeconds, endSeconds } of segments)
    if (language) seconds.set(language, (seconds.get(language) ?? 0) + endSeconds - startSeconds);
  const [longest] = [...seconds].sort(([, one], [, other]) => other - one);
  return longest?.[0];
}

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
      const endSeconds = piece.startSeconds + piece.durationSeconds;
      if (listWithin({ ...piece, endSeconds }, speech).length === 0) continue;
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
