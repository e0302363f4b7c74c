import type { GlossaryTerm, LineToChange, ScriptEngine, TranslateRequest } from '#engines/ports.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { maxLineCharacters } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { cutLongLines } from '#shared/narration/translations.ts';
import { splitLines } from '#shared/script/split-sentences.ts';
import { computeTimeBudget, computeUsualSeconds, countSpokenUnits } from '#shared/script/time-budget.ts';
import { readDigit } from '#shared/script/time-format.ts';
import { toOneRow } from '#shared/script/write-subtitles.ts';
import { distinctCharacters, judgeLanguage } from './check-lines.ts';
import { settleLanguage } from './detect-language.ts';
import { splitByBudget } from './plan-cue-points.ts';
import { tidyScript } from './tidy-answer.ts';

/** A term of a project's glossary, as it concerns the language of a translation. */
interface TermToKeep {
  readonly term: string;
  readonly translation?: string | undefined;
  readonly isNeverTranslated: boolean;
}

/** What is binding of a glossary: terms without a translation are left to the translator. */
function listFixed(glossary: readonly TermToKeep[]): GlossaryTerm[] {
  return glossary.flatMap(({ term, translation = '', isNeverTranslated }) => {
    if (term.trim() === '') return [];
    if (isNeverTranslated) return [{ term, translation: term }];
    return translation.trim() === '' ? [] : [{ term, translation }];
  });
}

/** Of what lines mention, this much goes along with them: every call pays for it. */
const maxAlong = { count: 40, characters: 2000 } as const;

/**
 * What goes along with lines: what they mention, in the order in which they do, the longest first. A word mentions what it begins with,
 * in any inflection; where words are not set apart, it may be anywhere.
 * @param getNames by which it is mentioned
 */
function pickMentioned<Thing extends object>(
  text: string,
  things: readonly Thing[],
  getNames: (thing: Thing) => readonly string[],
): Thing[] {
  const folded = fold(text);
  const mentioned = things.map(thing => ({
    thing,
    length: Object.values(thing).join('').length,
    at: Math.min(...getNames(thing).map(name => findIn(folded, name, false))),
  }));
  const along: Thing[] = [];
  let characters = 0;
  for (const { thing, at, length } of mentioned.sort((a, b) => a.at - b.at || b.length - a.length)) {
    const isAlong = along.length < maxAlong.count && characters + length <= maxAlong.characters;
    if (!Number.isFinite(at) || !isAlong) continue;
    characters += length;
    along.push(thing);
  }
  return along;
}

/** A term of a text whose translation does not have it as it should be. */
function findBroken(
  text: string,
  translation: string,
  glossary: readonly GlossaryTerm[],
): GlossaryTerm | undefined {
  const folded = fold(text);
  return glossary.find(
    each => Number.isFinite(findIn(folded, each.term, true)) && !isKept(each, translation),
  );
}

export function isNeverTranslated({ term, translation }: GlossaryTerm): boolean {
  return term === translation;
}

/** Endings of this length may differ by the grammar of the sentence. */
const endingCharacters = 2;
const minStemCharacters = 4;

function isKept(term: GlossaryTerm, text: string): boolean {
  const [inText, wanted] = [fold(text), fold(term.translation)];
  if (inText.includes(wanted)) return true;
  if (isNeverTranslated(term)) return false;
  return wanted
    .split(' ')
    .every(word =>
      inText.includes(word.slice(0, Math.max(minStemCharacters, word.length - endingCharacters))),
    );
}

/** The first place of a term in a folded text; infinite if it is nowhere, or empty. */
function findIn(text: string, term: string, isWholeWord: boolean): number {
  const wanted = fold(term);
  const isUnspaced = /\p{Lo}/u.test(wanted);
  for (let at = text.indexOf(wanted); wanted !== '' && at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const begins = !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
    const ends = !isWholeWord || !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
    if (isUnspaced || (begins && ends)) return at;
  }
  return Number.POSITIVE_INFINITY;
}

function fold(text: string): string {
  return toOneRow(text.normalize('NFC')).toLowerCase();
}

interface Row {
  /** From 1, as it was asked for. */
  readonly number: number;
  readonly text: string;
  /** It answers several numbers at once: `3-4: …`. */
  readonly isJoined: boolean;
}

/** Digits and colons of any script; models add marks of direction, Markdown, and the maximum that they were told. */
const start =
  /^([\s*\p{Cf}]*(\p{Nd}{1,4})(\s?[-–,&]\s?\p{Nd}{1,4})?(?:\s?\([≤<=]{0,2}\p{Nd}{1,4}\))?[*\p{Cf}]*[:：︓.)])(?:[^\p{Nd}]|$)/u;
const marks = /^[\s*\p{Cf}]+/u;

/**
 * Reads rows `NUMBER: TEXT` as they are written, in linear time. A row without a number goes on the one before, unless an empty row is
 * between them: then it is a remark.
 */
export class RowReader {
  /** The last one may go on. */
  readonly rows: Row[] = [];
  /** Rows that certainly begin: the line after them is not complete. */
  #certain = 0;
  #open = '';
  #goesOn = false;

  /** @returns whether there is more to see than before */
  add(piece: string): boolean {
    const end = piece.lastIndexOf('\n') + 1;
    if (end > 0) this.#readLines(splitLines(this.#open + piece.slice(0, end)).slice(0, -1));
    this.#open = end > 0 ? piece.slice(end) : this.#open + piece;
    const next = end > 0 && readRow(this.#open);
    if (next) this.rows.push(next);
    return end > 0;
  }

  end(): void {
    this.#readLines(splitLines(this.#open));
    this.#open = '';
  }

  #readLines(lines: readonly string[]): void {
    const { rows } = this;
    rows.length = this.#certain;
    for (const line of lines) {
      const row = readRow(line);
      const last = rows.at(-1);
      const more = line.trim();
      if (row) rows.push(row);
      else if (last && this.#goesOn && more !== '')
        // Not trimmed: that would copy all of it with each line.
        rows[rows.length - 1] = { ...last, text: last.text === '' ? more : `${last.text} ${more}` };
      this.#goesOn = row !== undefined || (this.#goesOn && (more !== '' || rows.at(-1)?.text === ''));
    }
    this.#certain = rows.length;
  }
}

function readRow(line: string): Row | undefined {
  const found = start.exec(line);
  if (!found) return undefined;
  const [, marked = '', digits = '', others] = found;
  const number = Number([...digits].map(readDigit).join(''));
  const text = line.slice(marked.length).replace(marks, '').trim();
  return { number, text, isJoined: others !== undefined };
}

interface LineInBatch extends LineToChange {
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
async function* translateBatch(
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

interface LinesToTranslate extends Pick<TranslateRequest, 'cast' | 'description' | 'prompt'> {
  readonly lines: readonly {
    readonly id: string;
    readonly text: string;
    /** How long the translation may be spoken; undefined if that does not matter. */
    readonly availableSeconds?: number | undefined;
  }[];
  readonly from?: LanguageName | undefined;
  readonly language: LanguageName;
  readonly glossary?: readonly TermToKeep[] | undefined;
}

export interface TranslatedLine {
  readonly id: string;
  readonly text: string;
}

/**
 * Translates lines, in as few calls as fit into answers of 1,000 tokens, and checks each: what is missing, joined, not translated, in
 * another language or against the glossary is asked for once more. Lines without text stay so.
 * @returns lines as they come, each without line breaks
 * @throws CodedError `bad_request` if this engine cannot translate, or the lines are in the language already; errors of the engine;
 * `provider_garbage` with the number of lines that are missing, at the end, or as soon as a whole call gave none
 */
export async function* translateLines(
  engine: ScriptEngine,
  order: LinesToTranslate,
  signal: AbortSignal,
): AsyncGenerator<TranslatedLine> {
  requireNotCancelled(signal);
  const { lines } = order;
  if (lines.length === 0) return;
  if (!engine.translateLines)
    throw new CodedError('bad_request', { message: fill(narrationMessages.cannotTranslate) });
  const translate = engine.translateLines.bind(engine);
  const language = getLanguage(order.language);
  const from = await settleLanguage(order.from, lines.map(({ text }) => text).join(' '));
  if (from.code === language.code)
    throw new CodedError('bad_request', {
      message: fill(narrationMessages.sameLanguage, { language: language.name }),
    });
  for (const { id, text } of lines) if (text.trim() === '') yield { id, text: '' };
  const { pieces, join } = cutLongLines(lines);
  const batches = splitByBudget(
    pieces.map(piece => measure(piece, from, language)),
    ({ units }) => units,
    language,
  );
  const missing = new Set(lines.filter(({ text }) => text.trim() !== '').map(({ id }) => id));
  for (const batch of batches) {
    requireNotCancelled(signal);
    let isAnyUsable = false;
    const ask = (batch: readonly LineInBatch[], fault: string | undefined) =>
      translate({ ...compose(order, batch), from, language, fault, signal });
    for await (const piece of translateBatch(ask, batch, {
      language,
      glossary: compose(order, batch).glossary,
    })) {
      isAnyUsable = true;
      const line = join(piece);
      if (!line) continue;
      missing.delete(line.id);
      yield line;
    }
    // A model that cannot do one call does not get the others.
    if (!isAnyUsable) break;
  }
  if (missing.size > 0)
    throw new CodedError('provider_garbage', {
      message: fill(narrationMessages.linesNotTranslated, { count: missing.size }),
    });
}

/** For the row's number. */
const numberUnits = { words: 2, characters: 6 };
/** A translation that needs more of its time than this may become too long. */
const tightShare = 0.8;

/** The expected length of a translation, and its maximum where it may be reached: each costs tokens. */
function measure(
  { id, text, availableSeconds }: LinesToTranslate['lines'][number],
  from: Language,
  language: Language,
): LineInBatch {
  const { unit, perMinute } = language.speakingRate;
  const expected = (computeUsualSeconds(text, from) / 60) * perMinute;
  const available =
    availableSeconds === undefined ? undefined : computeTimeBudget(language, availableSeconds);
  const isTight = available !== undefined && expected > available.count * tightShare;
  return {
    id,
    text,
    expected,
    units: expected + numberUnits[unit],
    available: isTight ? available : undefined,
  };
}

/** With what concerns these lines. */
function compose(
  { glossary = [], cast, description, prompt }: LinesToTranslate,
  lines: readonly LineInBatch[],
) {
  const text = lines.map(line => line.text).join('\n');
  return {
    lines,
    glossary: pickMentioned(text, listFixed(glossary), ({ term }) => [term]),
    cast: cast && pickMentioned(text, cast, ({ name, look }) => [name, look]),
    description,
    prompt,
  };
}
