import type { Word } from './list-words.ts';

/** Words of this length may differ in a letter or more: `colour` and `color`. */
const minTolerantLetters = 4;
/** An abbreviation without vowels is spoken in full: `km`, `Dr`. */
const abbreviation = /^[b-df-hj-np-tv-xz]{1,4}$/u;
/** Maximum spoken words for a number, plus two for a unit after it. */
const wordsPerFigure = 3;
const wordsOfUnit = 2;

/** A difference, with the position of its word in the text. */
export interface Alignment {
  readonly differences: readonly number[];
  /** Words of the text that were reached. */
  readonly reached: number;
}

/**
 * Finds the fewest words that were left out, added or replaced. Numbers match any words for them; contractions (`I am`, `I'm`),
 * compounds, spellings and abbreviations count as equal.
 * @param isBeginning the transcript may cover only the start of the text
 */
export function alignWords(
  text: readonly Word[],
  transcript: readonly Word[],
  isBeginning: boolean,
): Alignment {
  const places: Place[][] = [];
  for (let i = 0; i <= text.length; i += 1) {
    const row: Place[] = [];
    places.push(row);
    for (let j = 0; j <= transcript.length; j += 1)
      row.push(findCheapest(places, listSteps(text, transcript, i, j)));
  }
  const ends = places.map(row => row.at(-1) as Place);
  const rows = [...ends.keys()];
  // The part of the text closest to the transcript, the longest on a tie.
  const best = (one: number, other: number) =>
    (ends[other]?.cost ?? 0) <= (ends[one]?.cost ?? 0) ? other : one;
  const reached = isBeginning ? rows.reduce(best) : text.length;
  const differences: number[] = [];
  for (let place = ends[reached]; place?.before; place = place.before)
    if (place.cost > place.before.cost) differences.push(Math.max(0, place.row - 1));
  return { differences: differences.reverse(), reached };
}

/** The cheapest alignment of a prefix of the text with a prefix of the transcript. */
interface Place {
  readonly row: number;
  readonly cost: number;
  readonly before: Place | undefined;
}

/** A step to an alignment: how many words of text and transcript it consumes. */
type Step = readonly [to: readonly [number, number], back: number, backTranscript: number, cost: 0 | 1];

function findCheapest(places: readonly Place[][], steps: Iterable<Step>): Place {
  let cheapest: Place | undefined;
  for (const [[i, j], back, backTranscript, cost] of steps) {
    const before = places[i - back]?.[j - backTranscript];
    if (before && before.cost + cost < (cheapest?.cost ?? Number.POSITIVE_INFINITY))
      cheapest = { row: i, cost: before.cost + cost, before };
  }
  return cheapest ?? { row: 0, cost: 0, before: undefined };
}

function* listSteps(
  text: readonly Word[],
  transcript: readonly Word[],
  i: number,
  j: number,
): Generator<Step> {
  const [a, b] = [text[i - 1], transcript[j - 1]];
  const to = [i, j] as const;
  if (a && b) {
    yield [to, 1, 1, isSimilar(a.letters, b.letters) ? 0 : 1];
    const [beforeA, beforeB] = [text[i - 2], transcript[j - 2]];
    if (beforeA && mayBeJoined(beforeA, a, b)) yield [to, 2, 1, isJoined(beforeA, a, b) ? 0 : 1];
    if (beforeB && mayBeJoined(beforeB, b, a)) yield [to, 1, 2, isJoined(beforeB, b, a) ? 0 : 1];
  }
  if (a?.isNumeral)
    for (let words = Math.min(j, countWords(a)); words >= 0; words -= 1) yield [to, 1, words, 0];
  if (b?.isNumeral)
    for (let words = Math.min(i, countWords(b)); words >= 0; words -= 1) yield [to, words, 1, 0];
  if (a) yield [to, 1, 0, 1];
  if (b) yield [to, 0, 1, 1];
}

function countWords({ letters }: Word): number {
  return wordsPerFigure * letters.length + wordsOfUnit;
}

function isSimilar(a: string, b: string): boolean {
  if (a === b) return true;
  if (isShortFor(a, b) || isShortFor(b, a)) return true;
  const longest = Math.max(a.length, b.length);
  return longest >= minTolerantLetters && isWithin(a, b, Math.floor(longest / 3));
}

/** Two words and their joined form share both ends: `I would` and `I'd`. */
function mayBeJoined(first: Word, second: Word, one: Word): boolean {
  if (first.isCharacter || second.isCharacter || one.isCharacter) return false;
  return first.letters[0] === one.letters[0] && second.letters.at(-1) === one.letters.at(-1);
}

/** Most letters remain: `I am` and `I'm`. */
function isJoined(first: Word, second: Word, { letters }: Word): boolean {
  const both = first.letters + second.letters;
  return isWithin(both, letters, Math.floor(0.4 * Math.max(both.length, letters.length)));
}

/** Whether an abbreviation's letters occur in a word in order, starting with the word's first. */
function isShortFor(short: string, long: string): boolean {
  if (!abbreviation.test(short) || short[0] !== long[0] || short.length >= long.length) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** Whether the edit distance is at most `most`. */
function isWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[b.length] ?? 0) <= most;
}
