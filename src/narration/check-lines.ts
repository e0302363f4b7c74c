import type { Moment } from '#engines/moment.ts';
import type { LineToMend } from '#engines/ports.ts';
import type { Language } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import { countSpokenUnits, type TimeBudget } from '#shared/script/time-budget.ts';
import { readMarkedLine } from '#shared/script/time-mark.ts';
import { parseTimedScript } from '#shared/script/timed-script.ts';
import { detectLanguage } from './detect-language.ts';

/** A writer may round a moment. */
const sameMomentSeconds = 1;
/** A line so much longer than its room, as a share, is let through: rooms are estimates. */
const grace = 1.1;
/** A shorter text tells nobody its language for sure. */
export const tellingCharacters = 60;

/** What of an answer can be used. */
export interface CheckedLines {
  /** In order, each at one of the moments. */
  readonly lines: readonly Cue[];
  readonly tooLong: readonly LineToMend[];
}

/**
 * Takes of what a writer wrote the lines that stand at the moments that it was given, each moment once, in order; whatever
 * stands elsewhere or has no time is left out.
 */
export function checkLines(written: string, moments: readonly Moment[], language: Language): CheckedLines {
  const lines: Cue[] = [];
  const tooLong: LineToMend[] = [];
  for (const cue of parseTimedScript(leaveOutRemarks(written)).cues) {
    const text = cue.text.replace(/\s+/gu, ' ').trim();
    const at = findMoment(moments, cue.startSeconds);
    const moment = moments[at];
    if (!moment || text === '' || moment.startSeconds <= (lines.at(-1)?.startSeconds ?? -1)) continue;
    const line = { startSeconds: moment.startSeconds, text };
    lines.push(line);
    const room = findMost(moment);
    if (countSpokenUnits(language, text) > room.count * grace) tooLong.push({ ...line, room });
  }
  return { lines, tooLong: withJoinedRooms(tooLong, lines, moments, language) };
}

/** Models put remarks and fences around what they were asked for. The words of a line may stand below its time. */
export function leaveOutRemarks(written: string): string {
  const lines = written.split(/\r\n|[\n\r]/u);
  const isLine = (line: string, at: number) =>
    readMarkedLine(line) !== undefined || readMarkedLine(lines[at - 1] ?? '')?.text === '';
  return lines.filter(isLine).join('\n');
}

/** The most that may be said at a moment: in an extended description the picture may stand still for it. */
function findMost({ room, gap }: Moment): TimeBudget {
  return gap?.pausedRoom ?? room;
}

/** A line may use the rooms of the moments behind it that nothing is said at, as far as nobody speaks. */
function withJoinedRooms(
  tooLong: readonly LineToMend[],
  lines: readonly Cue[],
  moments: readonly Moment[],
  language: Language,
): LineToMend[] {
  return tooLong.flatMap(line => {
    const next = lines.find(({ startSeconds }) => startSeconds > line.startSeconds);
    const until = next?.startSeconds ?? Number.POSITIVE_INFINITY;
    const gapEnd = moments.find(({ startSeconds }) => startSeconds === line.startSeconds)?.gap?.endSeconds;
    const own = moments.filter(
      ({ startSeconds, gap }) =>
        startSeconds >= line.startSeconds && startSeconds < until && gap?.endSeconds === gapEnd,
    );
    const joined = own.reduce((sum, { room }) => sum + room.count, 0);
    const count = Math.max(joined, line.room.count);
    const isTooLong = countSpokenUnits(language, line.text) > count * grace;
    return isTooLong ? [{ ...line, room: { ...line.room, count } }] : [];
  });
}

/** @returns the nearest moment that is near enough; -1 for none */
function findMoment(moments: readonly Moment[], seconds: number): number {
  let best = -1;
  let bestGap = sameMomentSeconds;
  for (const [at, { startSeconds }] of moments.entries()) {
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
  if (text.length < tellingCharacters) return 'too short';
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
