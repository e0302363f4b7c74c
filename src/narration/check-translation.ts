import type { GlossaryTerm, LineToChange } from '#engines/ports.ts';
import type { Language } from '#shared/languages.ts';
import { maxLineCharacters } from '#shared/limits.ts';
import { compareNumbers, type NumberDifference } from '#shared/script/compare-numbers.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { toOneRow } from '#shared/script/write-subtitles.ts';
import { distinctCharacters, judgeLanguage } from './check-lines.ts';
import { findBroken, fold, isNeverTranslated } from './glossary.ts';
import { type Row, RowReader } from './read-rows.ts';
import { tidyScript } from './tidy-answer.ts';

export interface LineInBatch extends LineToChange {
  readonly id: string;
  /** The expected length of the translation, in words or characters. */
  readonly expected: number;
  /** The same, with what its row needs besides. */
  readonly units: number;
}

export interface Translated {
  readonly id: string;
  readonly text: string;
}

interface Fault {
  readonly kind: 'missing' | 'shifted' | 'other';
  /** A sentence for the model. */
  readonly say: string;
  /** Of a fault that may be none: a text that is alike in three answers is taken. */
  readonly sign?: string;
}

/** What is wrong, by line. */
export type Faults = ReadonlyMap<LineInBatch, Fault>;

export const missing: Fault = { kind: 'missing', say: 'some lines were missing, empty, joined or split.' };
const shifted: Fault = { kind: 'shifted', say: 'some lines had the translation of another line.' };

export interface CheckContext {
  readonly language: Language;
  readonly glossary: readonly GlossaryTerm[];
  /** The texts before and after the lines, which an answer may confuse with them. */
  readonly around: readonly string[];
  /** What was wrong with the answers before this one. */
  readonly earlier: readonly Faults[];
}

/** Yields the usable lines of an answer once each is complete and certain. @returns what is wrong with others */
export async function* readAnswer(
  answer: AsyncIterable<string>,
  lines: readonly LineInBatch[],
  context: CheckContext,
): AsyncGenerator<Translated, Faults> {
  const check = new AnswerCheck(lines, context);
  const reader = new RowReader();
  try {
    for await (const piece of answer)
      if (reader.add(piece)) yield* await check.take(reader.rows, reader.completeRows - 1);
  } catch (error) {
    yield* await check.take(reader.rows, reader.completeRows);
    yield* await check.end();
    throw error;
  }
  reader.end();
  yield* await check.take(reader.rows, reader.rows.length);
  yield* await check.end();
  return check.faults;
}

interface Answered {
  readonly line: LineInBatch;
  readonly text: string;
  /** Its echo is that of its line. */
  readonly isInPlace: boolean;
}

/** Rows whose echo shows that they are in their place pass at once; others wait for the end of the answer, which may show that they are not. */
class AnswerCheck {
  readonly faults: Map<LineInBatch, Fault>;
  readonly #lines: readonly LineInBatch[];
  readonly #context: CheckContext;
  readonly #passed = new Set<LineInBatch>();
  readonly #unsure = new Map<LineInBatch, Answered>();
  /** How the numbers in the text of each row differ from its original's, by its number. */
  readonly #digits = new Map<number, NumberDifference>();
  #takenRows = 0;
  /** Too short together to tell their language. */
  #held: Answered[] = [];

  constructor(lines: readonly LineInBatch[], context: CheckContext) {
    this.#lines = lines;
    this.#context = context;
    this.faults = new Map(lines.map(line => [line, missing]));
  }

  /** @param end the rows before it are complete, and so is the one after each, unless the answer has ended */
  async take(rows: readonly Row[], end: number): Promise<Translated[]> {
    const usable: Answered[] = [];
    for (; this.#takenRows < end; this.#takenRows++) {
      const at = this.#takenRows;
      const row = rows[at];
      const found = row && this.#check(row, rows[at - 1], rows[at + 1]);
      if (!found) continue;
      this.#held.push(found);
      usable.push(...(await this.#release(false)));
    }
    return this.#pass(usable);
  }

  /** Complete lines that were held back. */
  async end(): Promise<Translated[]> {
    const moved = this.#findMoved();
    const [first, second] = this.#context.earlier;
    const isShifted = (faults: Faults | undefined) =>
      [...(faults?.values() ?? [])].some(({ kind }) => kind === 'shifted');
    const isDistrusted = this.#lines.length > 1 && isShifted(first) && isShifted(second);
    for (const answered of this.#unsure.values()) {
      const { line, isInPlace } = answered;
      const fault = isInPlace ? { ...shifted, sign: 'moved' } : shifted;
      const isWrong = isInPlace ? moved.has(line) : isDistrusted || moved.size > 0;
      if (isWrong && !this.#isAlike(line, fault)) this.faults.set(line, fault);
      else if (!this.#passed.has(line)) this.#held.push(answered);
    }
    this.#unsure.clear();
    return this.#pass(await this.#release(true));
  }

  #pass(usable: readonly Answered[]): Translated[] {
    for (const { line } of usable) {
      this.faults.delete(line);
      this.#passed.add(line);
    }
    return usable.map(({ line, text }) => ({ id: line.id, text }));
  }

  /** @returns undefined for rows that nobody asked for, that come twice, that are wrong, and that wait */
  #check(row: Row, before: Row | undefined, after: Row | undefined): Answered | undefined {
    const { number, isJoined } = row;
    const line = this.#lines[number - 1];
    if (!line || this.#passed.has(line) || this.#held.some(held => held.line === line)) return undefined;
    const { echo, text } = readTranslation(row, line);
    if (isJoined || text === '') return undefined;
    const place = this.#judgePlace(echo, line);
    const digits = compareNumbers(line.text, text);
    this.#digits.set(number, digits);
    const fault =
      (place === 'other' && shifted) ||
      (this.#holdsOthers(text, line, [row, before, after]) && missing) ||
      this.#findFault(line, text, digits);
    const isInPlace = place === 'own';
    if (fault && !this.#isAlike(line, fault)) this.faults.set(line, fault);
    else if (isInPlace && digits.lost.length + digits.gained.length === 0) return { line, text, isInPlace };
    else if (isInPlace || !this.#unsure.has(line)) this.#unsure.set(line, { line, text, isInPlace });
    return undefined;
  }

  /** By its echo. */
  #judgePlace(echo: string, line: LineInBatch): 'own' | 'other' | 'unknown' {
    if (foldEcho(echo) === '') return 'unknown';
    if (isEchoOf(echo, line.text)) return 'own';
    const at = this.#lines.indexOf(line);
    const near = this.#lines.slice(Math.max(0, at - nearEchoes), at + nearEchoes + 1);
    const others = [...near.map(({ text }) => text), ...this.#context.around];
    return others.some(text => isEchoOf(echo, text)) ? 'other' : 'unknown';
  }

  /** Its neighbours' texts, too; where the next number is missing, by its length; and the last row may have been cut. */
  #holdsOthers(
    text: string,
    line: LineInBatch,
    [row, before, after]: readonly [Row, Row | undefined, Row | undefined],
  ): boolean {
    const next = this.#lines[row.number];
    const isNextMissing =
      next !== undefined &&
      !this.#digits.has(row.number + 1) &&
      (after?.number !== row.number + 1 || readTranslation(after, next).text === '');
    const { language } = this.#context;
    if (isNextMissing && !after) return true;
    if (isNextMissing && countSpokenUnits(language, text) > line.expected * joinedFactor + joinedUnits)
      return true;
    return [before, after].some(neighbour => {
      const other = neighbour && this.#lines[neighbour.number - 1];
      if (!other || other === line) return false;
      const theirs = fold(readTranslation(neighbour, other).text);
      const isHeld = theirs.length >= minHeldCharacters && fold(text).length > theirs.length;
      return isHeld && fold(text).includes(theirs) && !fold(line.text).includes(fold(other.text));
    });
  }

  #findFault(line: LineInBatch, text: string, { lost, gained }: NumberDifference): Fault | undefined {
    const fault = (say: string, sign?: string): Fault => ({ kind: 'other', say, ...(sign && { sign }) });
    if (text.length > maxLineCharacters) return fault('some lines were far too long.');
    const source = toOneRow(line.text);
    if (fold(source).startsWith(fold(text))) {
      if (text.length >= distinctCharacters) return this.#describeLanguage();
      // Short ones may be names.
      if (toOneRow(this.#withoutNames(text)).split(' ').length >= minCopiedWords)
        return { ...this.#describeLanguage(), sign: 'copied' };
    }
    if (lost.length > 0 && gained.length > 0)
      return fault(`"${gained[0]}" stood where the original has "${lost[0]}".`, gained.join(' '));
    const broken = findBroken(source, text, this.#context.glossary);
    if (broken) return fault(`the glossary's "${broken.translation}" was missing.`);
    return undefined;
  }

  /** Whether both answers before had the same fault, which then is none. */
  #isAlike(line: LineInBatch, { sign }: Fault): boolean {
    const { earlier } = this.#context;
    return (
      sign !== undefined && earlier.length > 1 && earlier.every(faults => faults.get(line)?.sign === sign)
    );
  }

  /** Lines that lack a number which a line beside them has instead. */
  #findMoved(): Set<LineInBatch> {
    const moved = new Set<LineInBatch>();
    for (const [number, { lost }] of this.#digits)
      for (let other = number - nearRows; other <= number + nearRows; other++) {
        const theirs = other === number ? undefined : this.#digits.get(other)?.gained;
        if (!theirs?.some(each => lost.includes(each))) continue;
        for (const line of [this.#lines[number - 1], this.#lines[other - 1]]) if (line) moved.add(line);
      }
    return moved;
  }

  #withoutNames(text: string): string {
    const names = this.#context.glossary.filter(isNeverTranslated);
    return names.reduce((rest, { term }) => rest.replaceAll(term, ''), text);
  }

  #describeLanguage(): Fault {
    return { kind: 'other', say: `some lines were not in ${this.#context.language.name}.` };
  }

  /** @returns the held lines, if they are in the right language or nobody can tell */
  async #release(isWhole: boolean): Promise<readonly Answered[]> {
    const cues = this.#held.map(({ text }) => ({ startSeconds: 0, text: this.#withoutNames(text) }));
    const verdict = await judgeLanguage(cues, this.#context.language);
    if (verdict === 'too short' && !isWhole) return [];
    const held = this.#held;
    this.#held = [];
    if (verdict !== 'other') return held;
    for (const { line } of held) this.faults.set(line, this.#describeLanguage());
    return [];
  }
}

/** A row this much longer than expected has another line's text, too. */
const joinedFactor = 1.5;
const joinedUnits = 3;
/** Shorter texts may come in two lines. */
const minHeldCharacters = 12;
const minCopiedWords = 3;
/** The lines on each side whose beginnings are compared with an echo: that takes time. */
const nearEchoes = 10;
/** Shifted rows have the numbers of a line this near. */
const nearRows = 2;

/** The echo, if there is one, and the translation, without quotation marks around it that the original does not have. */
function readTranslation({ text }: Row, line: LineInBatch): { readonly echo: string; readonly text: string } {
  const source = toOneRow(line.text);
  const row = toOneRow(text);
  const whole = row.startsWith(source)
    ? /^\s*(?:→|⇒|[-=]>|=)\s*(?=\S)/u.exec(row.slice(source.length))
    : null;
  const bar = row.search(/[|｜]/u);
  const begin = whole ? source.length + whole[0].length : bar + 1;
  const translation = row.slice(begin).trim();
  return {
    echo: whole ? source : row.slice(0, Math.max(0, bar)),
    text: tidyScript(source) === source ? tidyScript(translation) : translation,
  };
}

/** Of an echo and its line: Subtitle Edit #13628 and PR 13630, SmartSub PR 390. */
const minSimilarity = 0.75;
const maxEchoCharacters = 24;

function isEchoOf(echo: string, text: string): boolean {
  const said = foldEcho(echo).slice(0, maxEchoCharacters);
  const wanted = foldEcho(text.slice(0, 4 * maxEchoCharacters)).slice(0, said.length);
  return 1 - countEdits(said, wanted) / Math.max(said.length, 1) >= minSimilarity;
}

function foldEcho(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Levenshtein's distance. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 1; to < row.length; to++) {
      const same = (row[to - 1] ?? 0) + (character === other[to - 1] ? 0 : 1);
      next.push(Math.min(same, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
