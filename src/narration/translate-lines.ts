import type { ScriptEngine, TranslateRequest } from '#engines/ports.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { cutLongLines } from '#shared/narration/cut-long-lines.ts';
import { computeTimeBudget, computeUsualSeconds } from '#shared/script/time-budget.ts';
import { settleLanguage } from './detect-language.ts';
import { listFixed, pickMentioned, type TermToKeep } from './glossary.ts';
import { splitByBudget } from './plan-cue-points.ts';
import { type LineInBatch, translateBatch } from './translate-batch.ts';

export interface LinesToTranslate extends Pick<TranslateRequest, 'cast' | 'description' | 'prompt'> {
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
