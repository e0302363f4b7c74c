import type { ScriptEngine, TranslateRequest } from '#engines/ports.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { cutLongLines } from '#shared/narration/translations.ts';
import { computeTimeBudget, computeUsualSeconds } from '#shared/script/time-budget.ts';
import {
  type CheckContext,
  type Faults,
  type LineInBatch,
  missing,
  readAnswer,
  type Translated,
} from './check-translation.ts';
import { settleLanguage } from './detect-language.ts';
import { isNeverTranslated, listFixed, pickMentioned, type TermToKeep } from './glossary.ts';
import { splitByBudget } from './plan-cue-points.ts';

interface Question extends Pick<TranslateRequest, 'before' | 'after' | 'fault' | 'isPlain'> {
  readonly lines: readonly LineInBatch[];
}

type Ask = (question: Question) => AsyncIterable<string>;

const triesPerLine = 3;
/** The lines before and after that go along. */
const nearLines = 2;

/**
 * Translates lines in one call, in a second one what was wrong with the first answer, and what still is in two halves. A glossary's
 * translation that is missing in the second, too, is accepted: the grammar may demand another form.
 * @param all of the order, of which the lines are a part
 * @returns only lines that can be used, in the order in which they come
 */
async function* translateBatch(
  ask: Ask,
  lines: readonly LineInBatch[],
  all: readonly LineInBatch[],
  context: Pick<CheckContext, 'language' | 'glossary'>,
): AsyncGenerator<Translated> {
  const earlier: Faults[] = [];
  let left = lines;
  while (left.length > 0 && earlier.length < triesPerLine) {
    const before = earlier.at(-1);
    const isUnread = earlier.length > 0 && earlier.every(faults => isNothingRead(faults, lines));
    // A model that cannot do two calls does not get the others.
    if (isUnread && earlier.length > 1) return;
    const glossary = before ? context.glossary.filter(isNeverTranslated) : context.glossary;
    const faults = new Map<LineInBatch, NonNullable<ReturnType<Faults['get']>>>();
    for (const part of earlier.length > 1 ? halve(left) : [left]) {
      const near = findNear(part, all);
      const fault = [...new Set(part.flatMap(line => before?.get(line)?.say ?? []))].join(' ');
      const question = { ...near, lines: part, fault: fault || undefined, isPlain: isUnread };
      const around = [...near.before, ...near.after];
      try {
        const found = yield* readAnswer(ask(question), part, { ...context, glossary, around, earlier });
        for (const [line, each] of found) faults.set(line, each);
      } catch (error) {
        // An answer without any use ends this part only.
        if (!before || !(error instanceof CodedError && error.code === 'provider_garbage')) throw error;
        for (const line of part) faults.set(line, missing);
      }
    }
    earlier.push(faults);
    left = left.filter(line => faults.has(line));
  }
}

function isNothingRead(faults: Faults, lines: readonly LineInBatch[]): boolean {
  return lines.every(line => faults.get(line) === missing);
}

function halve(lines: readonly LineInBatch[]): (readonly LineInBatch[])[] {
  const middle = Math.ceil(lines.length / 2);
  return lines.length > 1 ? [lines.slice(0, middle), lines.slice(middle)] : [lines];
}

function findNear(lines: readonly LineInBatch[], all: readonly LineInBatch[]) {
  const places = lines.map(line => all.indexOf(line));
  const [first, end] = [Math.min(...places), Math.max(...places) + 1];
  const toTexts = (near: readonly LineInBatch[]) => near.map(({ text }) => text);
  return {
    before: toTexts(all.slice(Math.max(0, first - nearLines), first)),
    after: toTexts(all.slice(end, end + nearLines)),
  };
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

/**
 * Translates lines, in as few calls as fit into answers of 1,000 tokens, and checks each: what is missing, joined, not translated, in
 * another language, at the wrong number, with other digits or against the glossary is asked for again, twice at most. Lines without text stay so.
 * @returns lines as they come, each without line breaks
 * @throws CodedError `bad_request` if this engine cannot translate, or the lines are in the language already; errors of the engine;
 * `provider_garbage` with the number of lines that are missing, at the end, or as soon as a whole call gave none
 */
export async function* translateLines(
  engine: ScriptEngine,
  order: LinesToTranslate,
  signal: AbortSignal,
): AsyncGenerator<Translated> {
  requireNotCancelled(signal);
  const { lines } = order;
  if (lines.length === 0) return;
  if (!engine.translateLines) throw refuse('bad_request', narrationMessages.cannotTranslate);
  const translate = engine.translateLines.bind(engine);
  const language = getLanguage(order.language);
  const from = await settleLanguage(order.from, lines.map(({ text }) => text).join(' '));
  if (from.code === language.code)
    throw refuse('bad_request', narrationMessages.sameLanguage, { language: language.name });
  for (const { id, text } of lines) if (text.trim() === '') yield { id, text: '' };
  const { pieces, join } = cutLongLines(lines);
  const all = pieces.map(piece => measure(piece, from, language));
  const batches = splitByBudget(all, ({ units }) => units, language);
  const untranslated = new Set(lines.filter(({ text }) => text.trim() !== '').map(({ id }) => id));
  for (const batch of batches) {
    requireNotCancelled(signal);
    let isAnyUsable = false;
    const ask: Ask = question =>
      translate({ ...compose(order, question.lines), ...question, from, language, signal });
    const { glossary } = compose(order, batch);
    for await (const piece of translateBatch(ask, batch, all, { language, glossary })) {
      isAnyUsable = true;
      const line = join(piece);
      if (!line) continue;
      untranslated.delete(line.id);
      yield line;
    }
    // A model that cannot do one call does not get the others.
    if (!isAnyUsable) break;
  }
  if (untranslated.size > 0)
    throw refuse('provider_garbage', narrationMessages.linesNotTranslated, { count: untranslated.size });
}

/** For a row's number and echo. */
const numberUnits = { words: 4, characters: 10 };
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
