import type { LineToShorten, ScriptEngine, ShortenRequest } from '#engines/ports.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Language } from '#shared/languages.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import type { Cue } from '#shared/script/cues.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { distinctCharacters, judgeLanguage, removeRemarks } from './check-lines.ts';
import { detectLanguage } from './detect-language.ts';
import { splitByBudget } from './plan-cue-points.ts';

interface Shortening extends Omit<ShortenRequest, 'lines' | 'noteUsage'> {
  /** Further lines stay unchanged; unlimited if undefined. */
  readonly maxRequests?: number | undefined;
}

/**
 * Shortens lines, in as few requests as fit into responses of 1,000 tokens.
 * @returns new texts by start time: only lines that became shorter and kept their language
 * @throws CodedError of the engine
 */
export async function shortenInBatches(
  engine: ScriptEngine,
  lines: readonly LineToShorten[],
  { language, prompt, description, maxRequests, signal }: Shortening,
): Promise<ReadonlyMap<number, string>> {
  const shorter = new Map<number, string>();
  for (const batch of splitByBudget(lines, ({ available }) => available.count, language).slice(
    0,
    maxRequests,
  )) {
    requireNotCancelled(signal);
    let written = '';
    for await (const piece of engine.shortenLines({ lines: batch, prompt, language, description, signal }))
      written += piece;
    const answered = parseTimedScript(removeRemarks(written)).cues.map(({ startSeconds, text }) => ({
      startSeconds,
      text: text.replace(/\s+/gu, ' ').trim(),
    }));
    if (await hasChangedLanguage(batch, answered, language)) continue;
    for (const { startSeconds, text } of batch) {
      // If a line comes twice, the first one counts.
      const answer = answered.find(each => each.startSeconds === startSeconds)?.text ?? '';
      const isShorter = countSpokenUnits(language, answer) < countSpokenUnits(language, text);
      if (answer !== '' && isShorter) shorter.set(startSeconds, answer);
    }
  }
  return shorter;
}

/** Whether lines are in another language than before. Undecided, false, if they are too short to detect it. */
export async function hasChangedLanguage(
  before: readonly Cue[],
  after: readonly Cue[],
  language: Language,
): Promise<boolean> {
  if ((await judgeLanguage(after, language)) === 'other') return true;
  if ((await describeLanguage(before)) !== language.code) return false;
  return ((await describeLanguage(after)) ?? language.code) !== language.code;
}

async function describeLanguage(lines: readonly Cue[]): Promise<string | undefined> {
  const text = lines.map(line => line.text).join(' ');
  return text.length < distinctCharacters ? undefined : (await detectLanguage(text)).code;
}
