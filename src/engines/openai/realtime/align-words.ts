import type { Word } from './list-words.ts';

/** From here on a word may differ in a letter or more: `colour` and `color`. */
const leastTolerantLetters = 4;
/** An abbreviation without a vowel is spoken in full: `km`, `Dr`. */
const abbreviation = /^[b-df-hj-np-tv-xz]{1,4}$/u;
/** A figure takes at most so many words to say, and two for a unit behind it. */
const wordsPerFigure = 3;
const wordsOfUnit = 2;

/** What a difference belongs to: the place of a word in the text. */
export interface Alignment {
  readonly differences: readonly number[];
  /** How many words of the text were reached. */
  readonly reached: number;
}

type Step = { readonly i: number; readonly j: number; readonly differs: boolean };

/**
 * Finds the fewest words that were left out, added or replaced. Figures stand for whatever words say them; contractions
 * (`I am`, `I'm`), compounds, spellings and abbreviations count as the same.
 * @param isBeginning the text may go on after what was said
 */
export function alignWords(text: readonly Word[], said: readonly Word[], isBeginning: boolean): Alignment {
  const columns = said.length + 1;
  const costs = new Uint16Array((text.length + 1) * columns);
  const steps: (Step | undefined)[] = new Array(costs.length);
  for (let i = 0; i <= text.length; i += 1)
    for (let j = 0; j <= said.length; j += 1) {
      if (i === 0 && j === 0) continue;
      let best = Number.POSITIVE_INFINITY;
      for (const step of listSteps(text, said, i, j)) {
        const cost = (costs[step.i * columns + step.j] ?? 0) + Number(step.differs);
        if (cost >= best) continue;
        best = cost;
        steps[i * columns + j] = step;
      }
      costs[i * columns + j] = best;
    }
  const reached = isBeginning ? findCheapest(costs, columns, text.length) : text.length;
  return { differences: traceBack(steps, columns, reached, said.length), reached };
}

/** The part of the text that what was said is most like. */
function findCheapest(costs: Uint16Array, columns: number, rows: number): number {
  let best = 0;
  const costAt = (row: number) => costs[row * columns + columns - 1] ?? 0;
  for (let row = 1; row <= rows; row += 1) if (costAt(row) <= costAt(best)) best = row;
  return best;
}

function traceBack(steps: readonly (Step | undefined)[], columns: number, from: number, to: number) {
  const differences: number[] = [];
  for (let [i, j] = [from, to], step = steps[i * columns + j]; step; step = steps[i * columns + j]) {
    if (step.differs) differences.push(Math.max(0, i - 1));
    [i, j] = [step.i, step.j];
  }
  return differences.reverse();
}

/** From where a pair of places can be reached. */
function* listSteps(
  text: readonly Word[],
  said: readonly Word[],
  i: number,
  j: number,
): Generator<Step, void, undefined> {
  const [a, b] = [text[i - 1], said[j - 1]];
  if (a && b) {
    yield { i: i - 1, j: j - 1, differs: !isSimilar(a.letters, b.letters) };
    const [beforeA, beforeB] = [text[i - 2], said[j - 2]];
    if (beforeA && mayBeJoined(beforeA, a, b))
      yield { i: i - 2, j: j - 1, differs: !isJoined(beforeA, a, b) };
    if (beforeB && mayBeJoined(beforeB, b, a))
      yield { i: i - 1, j: j - 2, differs: !isJoined(beforeB, b, a) };
  }
  if (a?.isNumeral)
    for (let words = 0; words <= Math.min(j, countWords(a)); words += 1)
      yield { i: i - 1, j: j - words, differs: false };
  if (b?.isNumeral)
    for (let words = 0; words <= Math.min(i, countWords(b)); words += 1)
      yield { i: i - words, j: j - 1, differs: false };
  if (a) yield { i: i - 1, j, differs: true };
  if (b) yield { i, j: j - 1, differs: true };
}

function countWords({ letters }: Word): number {
  return wordsPerFigure * letters.length + wordsOfUnit;
}

function isSimilar(a: string, b: string): boolean {
  if (a === b) return true;
  if (isShortFor(a, b) || isShortFor(b, a)) return true;
  const longest = Math.max(a.length, b.length);
  return longest >= leastTolerantLetters && isWithin(a, b, Math.floor(longest / 3));
}

/** Two words that were said or written as one have its ends: `I would` and `I'd`. */
function mayBeJoined(first: Word, second: Word, one: Word): boolean {
  if (first.isCharacter || second.isCharacter || one.isCharacter) return false;
  return first.letters[0] === one.letters[0] && second.letters.at(-1) === one.letters.at(-1);
}

/** Most of the letters are still there: `I am` and `I'm`. */
function isJoined(first: Word, second: Word, { letters }: Word): boolean {
  const both = first.letters + second.letters;
  return isWithin(both, letters, Math.floor(0.4 * Math.max(both.length, letters.length)));
}

/** Whether an abbreviation's letters stand in a word in their order, the first of them first. */
function isShortFor(short: string, long: string): boolean {
  if (!abbreviation.test(short) || short[0] !== long[0] || short.length >= long.length) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** Whether at most so many letters have to be changed, added or left out. */
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
