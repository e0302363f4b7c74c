import { getSource, type ScriptEngine } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import type { RewriteLineRequest } from '#shared/api/rewrite.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { refuse } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { maxLineCharacters } from '#shared/limits.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import {
  computeAvailable,
  computeTimeBudget,
  computeWritableBudget,
  countSpokenUnits,
  type FitContext,
  leaveOutSentences,
  type ScriptChange,
} from '#shared/script/time-budget.ts';
import { toOneRow } from '#shared/script/write-subtitles.ts';
import { hasChangedLanguage } from './check-lines.ts';
import { tidyScript } from './tidy-answer.ts';

export interface RewritingRequest extends FitContext {
  readonly change: ScriptChange;
  readonly language: LanguageName;
  readonly prompt?: string | undefined;
}

/**
 * Rewrites a script to fit its video. If the result would be longer than one call can write, whole sentences are removed instead.
 * @returns a progress line, then `{delta}` lines, then one line `{script}` with the final text, and its
 * `writer` unless sentences were only removed
 * @throws CodedError `conflict` if it fits already, `bad_request` if this engine cannot lengthen or nothing can be removed,
 * `too_large` if it is longer than one call can write, before the first line; errors of the engine; `provider_garbage` if the
 * result is empty, or not shorter or longer
 */
export async function* rewriteScript(
  engine: ScriptEngine,
  { script, change, prompt, ...fit }: RewritingRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  requireNotCancelled(signal);
  const language = getLanguage(fit.language);
  const available = computeAvailable(language, { script, ...fit });
  const writable = computeWritableBudget(language, Number.POSITIVE_INFINITY).count;
  if (change === 'lengthen')
    requireLengthening(engine, countSpokenUnits(language, script), available.count, writable);
  else requireTooLong(language, script, available.count);
  const isBeyondWriting = change === 'shorten' && available.count > writable;
  const longest = { ...available, count: Math.min(available.count, writable) };
  const pieces = isBeyondWriting
    ? [leaveOutSentences(script, language, available.count)]
    : engine.rewriteScript({ script, prompt, language, change, available: longest, signal });

  yield { stage: 'writing the script' };
  let written = '';
  for await (const delta of pieces) {
    written += delta;
    yield { delta };
  }
  const after = requireChanged(language, change, { before: script, after: tidyScript(written, script) });
  yield { script: after, writer: isBeyondWriting ? undefined : getSource(engine, { task: 'fitScript' }) };
}

function requireTooLong(language: Language, script: string, available: number): void {
  if (countSpokenUnits(language, script) <= available)
    throw refuse('conflict', narrationMessages.shortEnough);
  // At least one sentence must stay.
  if (leaveOutSentences(script, language, 0).length >= script.trim().length)
    throw refuse('bad_request', narrationMessages.oneSentence);
}

function requireLengthening(engine: ScriptEngine, units: number, available: number, writable: number): void {
  if (!engine.canExpand) throw refuse('bad_request', narrationMessages.cannotLengthen);
  if (units >= available) throw refuse('conflict', narrationMessages.longEnough);
  if (units >= writable) throw refuse('too_large', narrationMessages.tooLongToLengthen);
}

function requireChanged(
  language: Language,
  change: ScriptChange,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const gained = countSpokenUnits(language, after) - countSpokenUnits(language, before);
  const hasChanged = change === 'shorten' ? gained < 0 : gained > 0;
  if (after !== '' && hasChanged) return after;
  const message = change === 'shorten' ? narrationMessages.notShorter : narrationMessages.notLonger;
  throw refuse('provider_garbage', message);
}

/**
 * Rewrites one line as wished.
 * @returns another text in the same language, without line breaks
 * @throws CodedError `bad_request` if this engine cannot; errors of the engine; `provider_garbage` if the result is empty, unchanged,
 * longer than a line may be or in another language
 */
export async function rewriteLine(
  engine: ScriptEngine,
  { language: name, availableSeconds, before = [], after = [], ...line }: RewriteLineRequest,
  signal: AbortSignal,
): Promise<string> {
  requireNotCancelled(signal);
  if (!engine.rewriteLine) throw refuse('bad_request', narrationMessages.cannotRewriteLine);
  const language = getLanguage(name);
  const available =
    availableSeconds === undefined ? undefined : computeTimeBudget(language, availableSeconds);
  const written = await Array.fromAsync(
    engine.rewriteLine({ ...line, language, before, after, available, signal }),
  );
  const [old, text] = [toOneRow(line.text), toOneRow(tidyScript(written.join('')))];
  const isOther = await hasChangedLanguage([{ text: old }], [{ text }], language);
  if (text === '' || text === old || text.length > maxLineCharacters || isOther)
    throw refuse('provider_garbage', narrationMessages.lineNotRewritten);
  return text;
}
