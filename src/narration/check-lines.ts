import type { CuePoint } from '#engines/cue-point.ts';
import type { LineToShorten } from '#engines/ports.ts';
import type { Language } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import { countSpokenUnits, type TimeBudget } from '#shared/script/time-budget.ts';
import { readMarkedLine } from '#shared/script/time-mark.ts';
import { parseTimedScript } from '#shared/script/timed-script.ts';
import { detectLanguage } from './detect-language.ts';

/** A writer may round a moment. */
const sameCuePointSeconds = 1;
/** A line so much longer than its room, as a share, is let through: rooms are estimates. */
const grace = 1.1;
/** A shorter text tells nobody its language for sure. */
export const distinctCharacters = 60;

/** What of an answer can be used. */
export interface CheckedLines {
  /** In order, each at one of the moments. */
  readonly lines: readonly Cue[];
  readonly tooLong: readonly LineToShorten[];
}

/**
 * Takes of what a writer wrote the lines that stand at the moments that it was given, each moment once, in order; whatever
 * stands elsewhere or has no time is left out.
 */
export function checkLines(
  written: string,
  cuePoints: readonly CuePoint[],
  language: Language,
): CheckedLines {
  const lines: Cue[] = [];
  const tooLong: LineToShorten[] = [];
  for (const cue of parseTimedScript(leaveOutRemarks(written)).cues) {
    const text = cue.text.replace(/\s+/gu, ' ').trim();
    const at = findCuePoint(cuePoints, cue.startSeconds);
    const cuePoint = cuePoints[at];
    if (!cuePoint || text === '' || cuePoint.startSeconds <= (lines.at(-1)?.startSeconds ?? -1)) continue;
    const line = { startSeconds: cuePoint.startSeconds, text };
    lines.push(line);
    const available = findMost(cuePoint);
    if (countSpokenUnits(language, text) > available.count * grace) tooLong.push({ ...line, available });
  }
  return { lines, tooLong: withJoinedAvailable(tooLong, lines, cuePoints, language) };
}

/** Models put remarks and fences around what they were asked for. The words of a line may stand below its time. */
export function leaveOutRemarks(written: string): string {
  const lines = written.split(/\r\n|[\n\r]/u);
  const isLine = (line: string, at: number) =>
    readMarkedLine(line) !== undefined || readMarkedLine(lines[at - 1] ?? '')?.text === '';
  return lines.filter(isLine).join('\n');
}

/** The most that may be said at a moment: in an extended description the picture may stand still for it. */
function findMost({ available, gap }: CuePoint): TimeBudget {
  return gap?.availableWhilePaused ?? available;
}

/** A line may use the rooms of the moments behind it that nothing is said at, as far as nobody speaks. */
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
    const isTooLong = countSpokenUnits(language, line.text) > count * grace;
    return isTooLong ? [{ ...line, available: { ...line.available, count } }] : [];
  });
}

/** @returns the nearest moment that is near enough; -1 for none */
function findCuePoint(cuePoints: readonly CuePoint[], seconds: number): number {
  let best = -1;
  let bestGap = sameCuePointSeconds;
  for (const [at, { startSeconds }] of cuePoints.entries()) {
    const gap = Math.abs(startSeconds - seconds);
    if (gap > bestGap) continue;
    best = at;
    bestGap = gap;
  }
  return best;
}

/**
 * Whether lines are in the language that was asked for; in another one only where it is certain: in other letters, or in English, which is
 * what models fall back to. Relatives, such as Danish and Norwegian, are not told apart.
 */
export async function judgeLanguage(
  lines: readonly Cue[],
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
