import type { LineRewriteRequest, ScriptEngine } from '#engines/ports.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxLineCharacters } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { computeTimeBudget } from '#shared/script/time-budget.ts';
import { hasChangedLanguage } from './shorten-in-batches.ts';
import { tidyScript } from './tidy-script.ts';

export interface LineRewriting extends Pick<LineRewriteRequest, 'text' | 'wish' | 'prompt' | 'description'> {
  readonly language: LanguageName;
  /** The neighbouring lines, in order. */
  readonly before?: readonly string[] | undefined;
  readonly after?: readonly string[] | undefined;
  /** How long the line may be spoken; undefined if that does not matter. */
  readonly availableSeconds?: number | undefined;
}

/**
 * Rewrites one line as wished.
 * @returns another text in the same language, without line breaks
 * @throws CodedError `bad_request` if this engine cannot; errors of the engine; `provider_garbage` if the result is empty, unchanged,
 * longer than a line may be or in another language
 */
export async function rewriteLine(
  engine: ScriptEngine,
  { language: name, availableSeconds, before = [], after = [], ...line }: LineRewriting,
  signal: AbortSignal,
): Promise<string> {
  requireNotCancelled(signal);
  if (!engine.rewriteLine)
    throw new CodedError('bad_request', { message: fill(narrationMessages.cannotRewriteLine) });
  const language = getLanguage(name);
  const available =
    availableSeconds === undefined ? undefined : computeTimeBudget(language, availableSeconds);
  let written = '';
  for await (const piece of engine.rewriteLine({ ...line, language, before, after, available, signal }))
    written += piece;
  const [old, text] = [joinRows(line.text), joinRows(tidyScript(written))];
  const isOther = await hasChangedLanguage([toCue(old)], [toCue(text)], language);
  if (text === '' || text === old || text.length > maxLineCharacters || isOther)
    throw new CodedError('provider_garbage', { message: fill(narrationMessages.lineNotRewritten) });
  return text;
}

function joinRows(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function toCue(text: string) {
  return { startSeconds: 0, text };
}
