import type { CuePoint, LineToShorten, ScriptEngine, ShortenRequest } from '#engines/ports.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Language } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { untoldMessages } from '#shared/messages/untold.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import type { Cue } from '#shared/script/cues.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { readUntold, type Untold } from '#shared/script/untold.ts';
import { toOneRow } from '#shared/script/write-subtitles.ts';
import { detectLanguage } from './detect-language.ts';
import { splitByBudget } from './plan-cue-points.ts';
import { tidyLines } from './tidy-answer.ts';

/** A script engine may round a cue point; they are further apart. */
const sameCuePointSeconds = 1;
/** Accepted ratio to the available duration, which is an estimate. */
const lengthTolerance = 1.1;
/** The language of a shorter text is uncertain. */
export const distinctCharacters = 60;

/**
 * Keeps the lines at the given cue points, one per cue point, in order. Lines at other times are listed as misplaced, and text without
 * a time is dropped.
 * @returns `untold` is what the writer says to have left out
 */
export function checkLines(written: string, cuePoints: readonly CuePoint[], language: Language) {
  const lines: Cue[] = [];
  const tooLong: LineToShorten[] = [];
  const [untold, misplaced]: [Untold[], Untold[]] = [[], []];
  for (const cue of parseTimedScript(tidyLines(written)).cues) {
    const text = toOneRow(cue.text);
    const leftOut = readUntold({ ...cue, text });
    if (leftOut) untold.push(leftOut);
    if (leftOut || text === '') continue;
    const cuePoint = cuePoints.find(
      each => Math.abs(each.startSeconds - cue.startSeconds) <= sameCuePointSeconds,
    );
    if (!cuePoint || cuePoint.startSeconds <= (lines.at(-1)?.startSeconds ?? -1)) {
      const { startSeconds } = cue;
      misplaced.push({ startSeconds, kind: 'seen', what: text, reason: t(untoldMessages.wrongTime) });
      continue;
    }
    const line = { startSeconds: cuePoint.startSeconds, text };
    lines.push(line);
    // In an extended description the video may pause for it.
    const available = cuePoint.gap?.availableWhilePaused ?? cuePoint.available;
    if (countSpokenUnits(language, text) > available.count * lengthTolerance)
      tooLong.push({ ...line, available });
  }
  return { lines, tooLong: withJoinedAvailable(tooLong, lines, cuePoints, language), untold, misplaced };
}

/** A line may also use the duration of the following skipped cue points, up to the next speech. */
function withJoinedAvailable(
  tooLong: readonly LineToShorten[],
  lines: readonly Cue[],
  cuePoints: readonly CuePoint[],
  language: Language,
): LineToShorten[] {
  return tooLong.flatMap(line => {
    const next = lines.find(({ startSeconds }) => startSeconds > line.startSeconds);
    const until = next?.startSeconds ?? Number.POSITIVE_INFINITY;
    const gapEnd = cuePoints.find(({ startSeconds }) => startSeconds === line.startSeconds)?.gap?.endSeconds;
    const own = cuePoints.filter(
      ({ startSeconds, gap }) =>
        startSeconds >= line.startSeconds && startSeconds < until && gap?.endSeconds === gapEnd,
    );
    const joined = own.reduce((sum, { available }) => sum + available.count, 0);
    const count = Math.max(joined, line.available.count);
    const isTooLong = countSpokenUnits(language, line.text) > count * lengthTolerance;
    return isTooLong ? [{ ...line, available: { ...line.available, count } }] : [];
  });
}

/**
 * Checks the language of lines; rejects only certain cases: another script, or English, the usual fallback of models. Related
 * languages, such as Danish and Norwegian, are not distinguished.
 */
export async function judgeLanguage(
  lines: readonly Pick<Cue, 'text'>[],
  language: Language,
): Promise<'right' | 'other' | 'too short'> {
  const text = lines.map(line => line.text).join(' ');
  if (text.length < distinctCharacters) return 'too short';
  const found = await detectLanguage(text);
  if (found.code === language.code) return 'right';
  const isOther = found.code === 'en' || findScript(found.nativeName) !== findScript(language.nativeName);
  return isOther ? 'other' : 'right';
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Han}/u,
  /\p{Script=Hangul}/u,
];

function findScript(name: string): RegExp | string {
  return scripts.find(script => script.test(name)) ?? name;
}

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
  const batches = splitByBudget(lines, ({ available }) => available.count, language);
  for (const batch of batches.slice(0, maxRequests)) {
    requireNotCancelled(signal);
    const written = await Array.fromAsync(
      engine.shortenLines({ lines: batch, prompt, language, description, signal }),
    );
    const { cues } = parseTimedScript(tidyLines(written.join('')));
    const answered = cues.map(cue => ({ ...cue, text: toOneRow(cue.text) }));
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
  before: readonly Pick<Cue, 'text'>[],
  after: readonly Pick<Cue, 'text'>[],
  language: Language,
): Promise<boolean> {
  if ((await judgeLanguage(after, language)) === 'other') return true;
  if ((await describeLanguage(before)) !== language.code) return false;
  return ((await describeLanguage(after)) ?? language.code) !== language.code;
}

async function describeLanguage(lines: readonly Pick<Cue, 'text'>[]): Promise<string | undefined> {
  const text = lines.map(line => line.text).join(' ');
  return text.length < distinctCharacters ? undefined : (await detectLanguage(text)).code;
}
