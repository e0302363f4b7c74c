import type { GlossaryTerm, LineToChange } from '#engines/ports.ts';
import type { Language } from '#shared/languages.ts';
import { maxLineCharacters } from '#shared/limits.ts';
import type { Translated } from '#shared/narration/translations.ts';
import { compareNumbers, type NumberDifference } from '#shared/script/compare-numbers.ts';
import { countEdits } from '#shared/script/count-edits.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { toOneRow } from '#shared/script/write-subtitles.ts';
import { distinctCharacters, judgeLanguage } from './check-lines.ts';
import { findBroken, fold, isNeverTranslated } from './glossary.ts';
import { type Row, readRows } from './read-rows.ts';
import { tidyScript } from './tidy-answer.ts';

export interface LineInBatch extends LineToChange {
  readonly id: string;
  /** The expected length of the translation, in words or characters. */
  readonly expected: number;
}

interface Fault {
  /** A sentence for the model. */
  readonly say: string;
  /** It may be none: a text that is alike in three answers is taken. */
  readonly isUnsure?: boolean;
}

export type Faults = Map<LineInBatch, Fault>;

export const missing: Fault = { say: 'some lines were missing, empty, joined or split.' };
const shifted: Fault = { say: 'some lines had the translation of another line.' };

interface CheckContext {
  readonly language: Language;
  readonly glossary: readonly GlossaryTerm[];
  /** The texts before and after the lines, which an answer may confuse with them. */
  readonly around: readonly string[];
  /** What was wrong with the answers before this one. */
  readonly earlier: readonly Faults[];
  /** All lines at first; those that are usable go. */
  readonly faults: Faults;
}

/** Yields the usable lines of an answer once each is complete and certain. */
export async function* readAnswer(
  answer: AsyncIterable<string>,
  lines: readonly LineInBatch[],
  context: CheckContext,
): AsyncGenerator<Translated, void> {
  const check = new AnswerCheck(lines, context);
  const rows: Row[] = [];
  try {
    for await (const row of readRows(answer)) {
      yield* await check.take(rows.at(-1), rows.at(-2), row);
      rows.push(row);
    }
    yield* await check.take(rows.at(-1), rows.at(-2), undefined);
  } finally {
    yield* await check.end();
  }
}

/** Rows whose echo shows that they are in their place pass at once; others wait for the end of the answer, which may show that they are not. */
class AnswerCheck {
  readonly #lines: readonly LineInBatch[];
  readonly #context: CheckContext;
  readonly #notInLanguage: Fault;
  /** In place are texts whose echo is that of their line. */
  readonly #unsure = new Map<LineInBatch, { readonly text: string; readonly isInPlace: boolean }>();
  /** How the numbers in the text of each row differ from its original's, by its number. */
  readonly #digits = new Map<number, NumberDifference>();
  /** Too short together to tell their language. */
  readonly #held = new Map<LineInBatch, string>();

  constructor(lines: readonly LineInBatch[], context: CheckContext) {
    this.#lines = lines;
    this.#context = context;
    this.#notInLanguage = { say: `some lines were not in ${context.language.name}.` };
  }

  /** Rows that nobody asked for, and that come again, do not count. @param after undefined at the end of the answer */
  async take(row: Row | undefined, before: Row | undefined, after: Row | undefined): Promise<Translated[]> {
    const line = row && this.#lines[row.number - 1];
    if (!line || !this.#context.faults.has(line) || this.#held.has(line)) return [];
    const { echo, text } = readTranslation(row, line);
    if (row.isJoined || text === '') return [];
    const place = this.#judgePlace(echo, line);
    const isInPlace = place === 'own';
    const digits = compareNumbers(line.text, text);
    this.#digits.set(row.number, digits);
    const fault =
      (place === 'other' && shifted) ||
      (this.#holdsOthers(text, line, [row, before, after]) && missing) ||
      this.#findFault(line, text, digits);
    if (fault && this.#isWrong(line, fault)) return [];
    if (isInPlace && digits.lost.length + digits.gained.length === 0) {
      this.#unsure.delete(line);
      this.#held.set(line, text);
    } else if (isInPlace || !this.#unsure.has(line)) this.#unsure.set(line, { text, isInPlace });
    return this.#release(false);
  }

  end(): Promise<Translated[]> {
    const moved = this.#findMoved();
    const { earlier } = this.#context;
    const isShifted = (faults: Faults) => [...faults.values()].some(({ say }) => say === shifted.say);
    const isDistrusted = this.#lines.length > 1 && earlier.length > 1 && earlier.every(isShifted);
    for (const [line, { text, isInPlace }] of this.#unsure) {
      const isMoved = isInPlace ? moved.has(line) : isDistrusted || moved.size > 0;
      if (!isMoved || !this.#isWrong(line, { ...shifted, isUnsure: isInPlace })) this.#held.set(line, text);
    }
    return this.#release(true);
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
    const isNextHere = after?.number === row.number + 1 && next && readTranslation(after, next).text !== '';
    const longest = line.expected * joinedFactor + joinedUnits;
    if (next && !isNextHere && !this.#digits.has(row.number + 1))
      if (!after || countSpokenUnits(this.#context.language, text) > longest) return true;
    return [before, after].some(neighbour => {
      const other = neighbour && this.#lines[neighbour.number - 1];
      if (!other || other === line) return false;
      const theirs = fold(readTranslation(neighbour, other).text);
      const isHeld = theirs.length >= minHeldCharacters && fold(text).length > theirs.length;
      return isHeld && fold(text).includes(theirs) && !fold(line.text).includes(fold(other.text));
    });
  }

  #findFault(line: LineInBatch, text: string, { lost, gained }: NumberDifference): Fault | undefined {
    if (text.length > maxLineCharacters) return { say: 'some lines were far too long.' };
    const source = toOneRow(line.text);
    // Short ones may be names.
    const isLong = text.length >= distinctCharacters;
    const words = toOneRow(this.#withoutNames(text)).split(' ').length;
    if (fold(source).startsWith(fold(text)) && (isLong || words >= minCopiedWords))
      return { ...this.#notInLanguage, isUnsure: !isLong };
    if (lost.length > 0 && gained.length > 0)
      return { say: `"${gained.join(' ')}" stood where the original has "${lost[0]}".`, isUnsure: true };
    const broken = findBroken(source, text, this.#context.glossary);
    return broken && { say: `the glossary's "${broken.translation}" was missing.` };
  }

  /** Unless it is unsure, and both answers before had it. */
  #isWrong(line: LineInBatch, fault: Fault): boolean {
    const { earlier, faults } = this.#context;
    const isAlike = earlier.length > 1 && earlier.every(each => each.get(line)?.say === fault.say);
    if (fault.isUnsure && isAlike) return false;
    faults.set(line, fault);
    return true;
  }

  /** Lines that lack a number which a line beside them has instead. */
  #findMoved(): ReadonlySet<LineInBatch | undefined> {
    const moved = new Set<LineInBatch | undefined>();
    for (const [number, { lost }] of this.#digits)
      for (const [other, { gained }] of this.#digits)
        if (
          other !== number &&
          Math.abs(other - number) <= nearRows &&
          gained.some(each => lost.includes(each))
        )
          moved.add(this.#lines[number - 1]).add(this.#lines[other - 1]);
    return moved;
  }

  #withoutNames(text: string): string {
    const names = this.#context.glossary.filter(isNeverTranslated);
    return names.reduce((rest, { term }) => rest.replaceAll(term, ''), text);
  }

  /** @returns the held lines, if they are in the right language or nobody can tell */
  async #release(isWhole: boolean): Promise<Translated[]> {
    const held = [...this.#held];
    const texts = held.map(([, text]) => ({ text: this.#withoutNames(text) }));
    const verdict = await judgeLanguage(texts, this.#context.language);
    if (verdict === 'too short' && !isWhole) return [];
    this.#held.clear();
    const { faults } = this.#context;
    for (const [line] of held)
      if (verdict === 'other') faults.set(line, this.#notInLanguage);
      else faults.delete(line);
    return verdict === 'other' ? [] : held.map(([{ id }, text]) => ({ id, text }));
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
  const arrow = row.startsWith(source) && /^\s*(?:→|⇒|[-=]>|=)/u.exec(row.slice(source.length));
  const begin = arrow ? source.length + arrow[0].length : row.search(/[|｜]/u) + 1;
  const translation = row.slice(begin).trim();
  return {
    echo: arrow ? source : row.slice(0, Math.max(0, begin - 1)),
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
