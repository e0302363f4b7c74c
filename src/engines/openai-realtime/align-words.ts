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

/**
 * Finds the fewest words that were left out, added or replaced. Figures stand for whatever words say them; contractions
 * (`I am`, `I'm`), compounds, spellings and abbreviations count as the same.
 * @param isBeginning the text may go on after what was said
 */
export function alignWords(text: readonly Word[], said: readonly Word[], isBeginning: boolean): Alignment {
  const table = new Table(text.length + 1, said.length + 1);
  for (let i = 0; i <= text.length; i += 1)
    for (let j = 0; j <= said.length; j += 1) if (i + j > 0) fillPlace(table, text, said, i, j);
  const reached = isBeginning ? table.findCheapestRow() : text.length;
  return { differences: table.traceBack(reached, said.length), reached };
}

/** The least cost of each pair of places, and from where it is reached. */
class Table {
  readonly #rows: number;
  readonly #columns: number;
  readonly #costs: Uint16Array;
  readonly #from: Uint32Array;

  constructor(rows: number, columns: number) {
    this.#rows = rows;
    this.#columns = columns;
    this.#costs = new Uint16Array(rows * columns).fill(0xffff);
    this.#costs[0] = 0;
    this.#from = new Uint32Array(rows * columns);
  }

  /** Takes a way to a place if it costs less than those before. */
  reach(i: number, j: number, fromI: number, fromJ: number, cost: 0 | 1): void {
    const to = i * this.#columns + j;
    const from = fromI * this.#columns + fromJ;
    const whole = (this.#costs[from] ?? 0) + cost;
    if (whole >= (this.#costs[to] ?? 0)) return;
    this.#costs[to] = whole;
    this.#from[to] = from;
  }

  /** The part of the text that all that was said is most like, the longest of equals. */
  findCheapestRow(): number {
    let best = 0;
    const costAt = (row: number) => this.#costs[row * this.#columns + this.#columns - 1] ?? 0;
    for (let row = 1; row < this.#rows; row += 1) if (costAt(row) <= costAt(best)) best = row;
    return best;
  }

  /** The words of the text at which something differs. */
  traceBack(row: number, column: number): number[] {
    const differences: number[] = [];
    for (let at = row * this.#columns + column; at > 0; at = this.#from[at] ?? 0) {
      const before = this.#costs[this.#from[at] ?? 0] ?? 0;
      if ((this.#costs[at] ?? 0) > before) differences.push(Math.max(0, Math.floor(at / this.#columns) - 1));
    }
    return differences.reverse();
  }
}

function fillPlace(table: Table, text: readonly Word[], said: readonly Word[], i: number, j: number): void {
  const [a, b] = [text[i - 1], said[j - 1]];
  if (a && b) {
    table.reach(i, j, i - 1, j - 1, isSimilar(a.letters, b.letters) ? 0 : 1);
    const [beforeA, beforeB] = [text[i - 2], said[j - 2]];
    if (beforeA && mayBeJoined(beforeA, a, b))
      table.reach(i, j, i - 2, j - 1, isJoined(beforeA, a, b) ? 0 : 1);
    if (beforeB && mayBeJoined(beforeB, b, a))
      table.reach(i, j, i - 1, j - 2, isJoined(beforeB, b, a) ? 0 : 1);
  }
  if (a?.isNumeral)
    for (let words = Math.min(j, countWords(a)); words >= 0; words -= 1)
      table.reach(i, j, i - 1, j - words, 0);
  if (b?.isNumeral)
    for (let words = Math.min(i, countWords(b)); words >= 0; words -= 1)
      table.reach(i, j, i - words, j - 1, 0);
  if (a) table.reach(i, j, i - 1, j, 1);
  if (b) table.reach(i, j, i, j - 1, 1);
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
