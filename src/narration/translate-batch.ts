import type { GlossaryTerm, LineToChange } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { maxLineCharacters } from '#shared/limits.ts';
import { toOneRow } from '#shared/script/break-rows.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { distinctCharacters, judgeLanguage } from './check-lines.ts';
import { findBroken, isNeverTranslated } from './glossary.ts';
import { type Row, RowReader } from './read-rows.ts';
import { tidyScript } from './tidy-script.ts';

export interface LineInBatch extends LineToChange {
  readonly id: string;
  /** The expected length of the translation, in words or characters. */
  readonly expected: number;
  /** The same, with what its row needs besides. */
  readonly units: number;
}

interface Context {
  readonly language: Language;
  readonly glossary: readonly GlossaryTerm[];
}

interface Translated {
  readonly id: string;
  readonly text: string;
}

type Ask = (lines: readonly LineInBatch[], fault: string | undefined) => AsyncIterable<string>;

/** Sentences for the model, by line. */
type Faults = ReadonlyMap<LineInBatch, string>;

/**
 * Translates lines in one call, and in a second one what was wrong with the first answer. A glossary's translation that is missing in
 * the second, too, is accepted: the grammar may demand another form.
 * @returns only lines that can be used, in the order in which they come
 */
export async function* translateBatch(
  ask: Ask,
  lines: readonly LineInBatch[],
  context: Context,
): AsyncGenerator<Translated> {
  const faults = yield* readAnswer(ask(lines, undefined), lines, context);
  if (faults.size === 0) return;
  const again = lines.filter(line => faults.has(line));
  const fault = [...new Set(faults.values())].join(' ');
  const glossary = context.glossary.filter(isNeverTranslated);
  try {
    yield* readAnswer(ask(again, fault), again, { ...context, glossary });
  } catch (error) {
    // An answer without any use ends this batch only.
    if (!(error instanceof CodedError && error.code === 'provider_garbage')) throw error;
  }
}

/** Yields the usable lines of an answer once each is complete and its language certain. @returns what is wrong with others */
async function* readAnswer(
  answer: AsyncIterable<string>,
  lines: readonly LineInBatch[],
  context: Context,
): AsyncGenerator<Translated, Faults> {
  const check = new AnswerCheck(lines, context);
  const reader = new RowReader();
  try {
    for await (const piece of answer) if (reader.add(piece)) yield* await check.take(reader.rows, false);
  } catch (error) {
    yield* await check.end();
    throw error;
  }
  reader.end();
  yield* await check.take(reader.rows, true);
  return check.faults;
}

interface Answered {
  readonly line: LineInBatch;
  readonly text: string;
}

class AnswerCheck {
  readonly faults: Map<LineInBatch, string>;
  readonly #lines: readonly LineInBatch[];
  readonly #context: Context;
  readonly #seen = new Set<number>();
  #takenRows = 0;
  /** Too short together to tell their language. */
  #held: Answered[] = [];

  constructor(lines: readonly LineInBatch[], context: Context) {
    this.#lines = lines;
    this.#context = context;
    this.faults = new Map(lines.map(line => [line, 'some lines were missing, joined or split.']));
  }

  /** @param isWhole whether the answer has ended; if not, its last row is not complete */
  async take(rows: readonly Row[], isWhole: boolean): Promise<Translated[]> {
    const usable: Answered[] = [];
    const end = isWhole ? rows.length : rows.length - 1;
    for (; this.#takenRows < end; this.#takenRows++) {
      const row = rows[this.#takenRows];
      const found = row && this.#check(row, rows[this.#takenRows + 1]);
      if (!found) continue;
      this.#held.push(found);
      usable.push(...(await this.#release(false)));
    }
    const translated = this.#pass(usable);
    return isWhole ? [...translated, ...(await this.end())] : translated;
  }

  /** Complete lines that were held back for their language. */
  async end(): Promise<Translated[]> {
    return this.#pass(await this.#release(true));
  }

  #pass(usable: readonly Answered[]): Translated[] {
    for (const { line } of usable) this.faults.delete(line);
    return usable.map(({ line, text }) => ({ id: line.id, text }));
  }

  /** @returns undefined for rows that nobody asked for, that come twice, or that are wrong */
  #check(row: Row, next: Row | undefined): Answered | undefined {
    const line = this.#lines[row.number - 1];
    if (!line || this.#seen.has(row.number)) return undefined;
    this.#seen.add(row.number);
    const text = tidyRow(row.text, line.text);
    if (row.isJoined || text === '' || this.#mayHoldOthers(row, text, line, next)) return undefined;
    const fault = this.#findFault(line, text);
    if (fault === undefined) return { line, text };
    this.faults.set(line, fault);
    return undefined;
  }

  /** Where the next number is missing, a long row has its text, too; and the last row may have been cut. */
  #mayHoldOthers({ number }: Row, text: string, { expected }: LineInBatch, next: Row | undefined): boolean {
    const isNextMissing =
      number < this.#lines.length && next?.number !== number + 1 && !this.#seen.has(number + 1);
    if (!isNextMissing) return false;
    return !next || countSpokenUnits(this.#context.language, text) > expected * joinedFactor + joinedUnits;
  }

  #findFault(line: LineInBatch, text: string): string | undefined {
    if (text.length > maxLineCharacters) return 'some lines were far too long.';
    const source = toOneRow(line.text);
    if (text === source && source.length >= distinctCharacters) return this.#describeLanguage();
    const broken = findBroken(source, text, this.#context.glossary);
    if (!broken) return undefined;
    return `the glossary's "${broken.translation}" was missing.`;
  }

  #describeLanguage(): string {
    return `some lines were not in ${this.#context.language.name}.`;
  }

  /** @returns the held lines, if they are in the right language or nobody can tell */
  async #release(isWhole: boolean): Promise<readonly Answered[]> {
    const { language, glossary } = this.#context;
    const names = glossary.filter(isNeverTranslated);
    const cues = this.#held.map(({ text }) => ({
      startSeconds: 0,
      text: names.reduce((rest, { term }) => rest.replaceAll(term, ''), text),
    }));
    const verdict = await judgeLanguage(cues, language);
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

/** Without quotation marks around it that the original does not have. */
function tidyRow(text: string, source: string): string {
  const row = toOneRow(text);
  return tidyScript(source) === source.trim() ? tidyScript(row) : row;
}
