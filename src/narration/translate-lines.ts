import type { ScriptEngine, TranslateRequest } from '#engines/ports.ts';
import type { TranslateRequest as TranslateOrder } from '#shared/api/translate.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { getLanguage, type Language } from '#shared/languages.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { cutLongLines, type Translatable, type Translated } from '#shared/narration/translations.ts';
import { computeTimeBudget, computeUsualSeconds } from '#shared/script/time-budget.ts';
import { type Faults, type LineInBatch, missing, readAnswer } from './check-translation.ts';
import { settleLanguage } from './detect-language.ts';
import { isNeverTranslated, pickMentioned } from './glossary.ts';
import { splitByBudget } from './plan-cue-points.ts';

type Part = Pick<TranslateRequest, 'before' | 'after' | 'fault' | 'isPlain'> & {
  readonly lines: readonly LineInBatch[];
};

const triesPerLine = 3;
/** The lines before and after that go along. */
const nearLines = 2;

/**
 * Translates lines in one call, in a second one what was wrong with the first answer, and what still is in two halves. A glossary's
 * translation that is missing in the second, too, is accepted: the grammar may demand another form.
 * @param all of the order, of which the batch is a part
 * @returns only lines that can be used, in the order in which they come
 */
async function* translateBatch(
  ask: (part: Part) => AsyncIterable<string>,
  batch: readonly LineInBatch[],
  {
    all,
    language,
    glossary,
  }: Pick<TranslateRequest, 'language' | 'glossary'> & { readonly all: readonly LineInBatch[] },
): AsyncGenerator<Translated> {
  const earlier: Faults[] = [];
  let left = batch;
  while (left.length > 0 && earlier.length < triesPerLine) {
    const before = earlier.at(-1);
    const isPlain = !!before && earlier.every(faults => batch.every(line => faults.get(line) === missing));
    // A model that cannot do two calls does not get the others.
    if (isPlain && earlier.length > 1) return;
    const faults: Faults = new Map(left.map(line => [line, missing]));
    const binding = before ? glossary.filter(isNeverTranslated) : glossary;
    const middle = earlier.length > 1 ? Math.ceil(left.length / 2) : left.length;
    for (const lines of [left.slice(0, middle), left.slice(middle)]) {
      if (lines.length === 0) continue;
      const near = findNear(lines, all);
      const fault = [...new Set(lines.flatMap(line => before?.get(line)?.say ?? []))].join(' ');
      const around = [...near.before, ...near.after];
      const context = { language, glossary: binding, around, earlier, faults };
      try {
        yield* readAnswer(ask({ ...near, lines, fault: fault || undefined, isPlain }), lines, context);
      } catch (error) {
        // An answer without any use ends this part only.
        if (!before || !(error instanceof CodedError && error.code === 'provider_garbage')) throw error;
      }
    }
    earlier.push(faults);
    left = left.filter(line => faults.has(line));
  }
}

function findNear(lines: readonly LineInBatch[], all: readonly LineInBatch[]) {
  const texts = all.map(({ text }) => text);
  const places = lines.map(line => all.indexOf(line));
  const [first = 0, last = first] = [places[0], places.at(-1)];
  return {
    before: texts.slice(Math.max(0, first - nearLines), first),
    after: texts.slice(last + 1, last + 1 + nearLines),
  };
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
  order: TranslateOrder,
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
  const rowUnits = language.speakingRate.unit === 'words' ? 4 : 10;
  const untranslated = new Set(lines.filter(({ text }) => text.trim() !== '').map(({ id }) => id));
  // For a row's number and echo, too.
  for (const batch of splitByBudget(all, ({ expected }) => expected + rowUnits, language)) {
    requireNotCancelled(signal);
    let isAnyUsable = false;
    const ask = (part: Part) =>
      translate({ ...part, ...pickAlong(order, part.lines), from, language, signal });
    const { glossary } = pickAlong(order, batch);
    for await (const piece of translateBatch(ask, batch, { all, language, glossary })) {
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

/** A translation that needs more of its time than this may become too long. */
const tightShare = 0.8;

/** The expected length of a translation, and its maximum where it may be reached: each costs tokens. */
function measure({ id, text, availableSeconds }: Translatable, from: Language, language: Language) {
  const expected = (computeUsualSeconds(text, from) / 60) * language.speakingRate.perMinute;
  const available = computeTimeBudget(language, availableSeconds ?? Number.POSITIVE_INFINITY);
  const isTight = expected > available.count * tightShare;
  return { id, text, expected, available: isTight ? available : undefined };
}

function pickAlong(
  { glossary = [], cast, description, prompt }: TranslateOrder,
  lines: readonly LineInBatch[],
) {
  const text = lines.map(line => line.text).join('\n');
  const terms = glossary.flatMap(({ term, translation = '', isNeverTranslated: stays }) => {
    const written = stays ? term : translation;
    return written.trim() === '' ? [] : [{ term, translation: written }];
  });
  return {
    glossary: pickMentioned(text, terms, ({ term }) => [term]),
    cast: cast && pickMentioned(text, cast, ({ name, look }) => [name, look]),
    description,
    prompt,
  };
}
