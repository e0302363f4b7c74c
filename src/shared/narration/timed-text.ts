import { maxLineCharacters } from '../limits.ts';
import { lineMessages } from '../messages/line-problems.ts';
import { type FilledMessage, fill } from '../messages/message.ts';
import type { Cue } from '../script/cues.ts';
import { splitLines } from '../script/split-lines.ts';
import { printShortTime, printTime, readTime } from '../script/time-format.ts';
import { type CastMember, joinText, type Line, toCues } from './project.ts';
import { printSaid } from './roles.ts';

// The one parser and printer of scripts with times. They are for files, the wire and what models read and write: see
// tests/integration/timed-text-importers.test.ts.

/** `[0:12]`, `[1:02:03]`, `[0:12.5]` before a line, in digits and signs of any script, as people and models write them in Arabic. */
const mark = /^[\s\u200e\u200f\u061c\ufeff]*[[［【]([\p{Nd}:：.,٫．]{3,15})[\]］】][\s\u200e\u200f\u061c]*/u;

/** A problem in a line of a timed script; lines are counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly kind: 'no time' | 'no text' | 'too long' | 'goes back' | 'beyond the end';
  readonly message: FilledMessage;
}

export interface TimedScript {
  readonly cues: readonly Cue[];
  readonly problems: readonly LineProblem[];
}

/**
 * Reads a timed script, in which each line begins with a time: `[0:12] The fox looks up.` A line without one continues the line above it.
 * @param durationSeconds of the video, if known: no line may begin at its end or later
 */
export function parseTimedScript(text: string, durationSeconds = Number.POSITIVE_INFINITY): TimedScript {
  const marks: { line: number; startSeconds: number; rows: string[] }[] = [];
  const untimed: number[] = [];
  for (const [index, line] of splitLines(text).entries()) {
    const marked = readMarkedLine(line);
    const row = marked?.text ?? line.trim();
    if (marked) marks.push({ line: index + 1, startSeconds: marked.startSeconds, rows: [] });
    else if (row !== '' && marks.length === 0) untimed.push(index + 1);
    if (row !== '') marks.at(-1)?.rows.push(row);
  }
  const lines = marks.map(({ rows, ...mark }) => ({ ...mark, text: rows.join('\n') }));
  const problems = untimed.map(
    (line): LineProblem => describe(line, 'no time', { startSeconds: 0, text: '' }),
  );
  problems.push(...findLineProblems(lines, durationSeconds));
  return { cues: lines.map(({ startSeconds, text: spoken }) => ({ startSeconds, text: spoken })), problems };
}

/** Finds what is wrong with lines that have times, none of which may begin at the end of the video or later. */
export function findLineProblems(
  lines: readonly (Cue & { readonly line: number })[],
  durationSeconds: number,
): LineProblem[] {
  const problems: LineProblem[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const { line, ...cue } of lines) {
    const { startSeconds, text } = cue;
    if (text === '') problems.push(describe(line, 'no text', cue));
    if (text.length > maxLineCharacters) problems.push(describe(line, 'too long', cue));
    if (startSeconds <= before) problems.push(describe(line, 'goes back', cue));
    else if (startSeconds >= durationSeconds) problems.push(describe(line, 'beyond the end', cue));
    before = Math.max(before, startSeconds);
  }
  return problems;
}

/** Reads a line that begins with a time; `undefined` for any other line. */
export function readMarkedLine(line: string): Cue | undefined {
  const found = mark.exec(line);
  if (!found) return undefined;
  const startSeconds = readTime(found[1] ?? '');
  return startSeconds === undefined
    ? undefined
    : { startSeconds, text: line.slice(found[0].length).trimEnd() };
}

/** Whether any line of a text begins with a time. */
export function isTimedScript(text: string): boolean {
  return splitLines(text).some(line => readMarkedLine(line) !== undefined);
}

/** Writes cues as a timed script, which `parseTimedScript` reads back. */
export function printTimedScript(cues: readonly Cue[]): string {
  return cues
    .map(({ startSeconds, text }) => `[${printTime(startSeconds)}] ${keepTogether(text)}`)
    .join('\n');
}

/** The lines of a document as a text, a row for each: with their times, where they have some, and the names of their roles. */
export function printScript(lines: readonly Line[], cast: readonly CastMember[] = []): string {
  const said = lines.map(line => ({ ...line, text: printSaid(line, cast) }));
  return said.some(({ startMs }) => startMs !== null) ? printTimedScript(toCues(said)) : joinText(said);
}

/** The text of a script without times, a line per cue; an untimed text unchanged. */
export function removeTimes(text: string): string {
  if (!isTimedScript(text)) return text;
  return splitLines(text)
    .map(line => readMarkedLine(line)?.text ?? line)
    .join('\n');
}

function describe(line: number, kind: LineProblem['kind'], { startSeconds, text }: Cue): LineProblem {
  const time = printShortTime(startSeconds);
  const limit = maxLineCharacters;
  const message = {
    'no time': () => fill(lineMessages.noTime, { line }),
    'no text': () => fill(lineMessages.noText, { line, time }),
    'too long': () => fill(lineMessages.tooLong, { line, count: text.length, limit }),
    'goes back': () => fill(lineMessages.goesBack, { line, time }),
    'beyond the end': () => fill(lineMessages.beyondEnd, { line, time }),
  }[kind]();
  return { line, kind, message };
}

/** Blank lines and rows that look like cues of their own would not be read back. */
function keepTogether(text: string): string {
  let kept = '';
  for (const line of splitLines(text)) {
    if (line.trim() === '') continue;
    if (kept === '') kept = line.trim();
    else kept += `${readMarkedLine(line) ? ' ' : '\n'}${line.trim()}`;
  }
  return kept;
}
