import type { Cue } from '../script/cues.ts';
import { splitLines } from '../script/split-sentences.ts';
import { printTime, readTime } from '../script/time-format.ts';
import { type CastMember, joinText, type Line, printSaid, toCues } from './project.ts';

// The one parser and printer of scripts with times, for files, the wire and what models read and write: see
// tests/integration/timed-text-importers.test.ts.

/** `[0:12]`, `[1:02:03]`, `[0:12.5]` before a line, in digits and signs of any script, as people and models write them in Arabic. */
const mark = /^[\s\u200e\u200f\u061c\ufeff]*[[［【]([\p{Nd}:：.,٫．]{3,15})[\]］】][\s\u200e\u200f\u061c]*/u;

export interface TimedScript {
  readonly cues: readonly Cue[];
  /** The line in which each of them begins, counted from 1. */
  readonly startLines: readonly number[];
  /** Lines with text above the first time. */
  readonly untimed: readonly number[];
}

/** Reads a timed script, in which each line begins with a time: `[0:12] The fox looks up.` A line without one continues the line above it. */
export function parseTimedScript(text: string): TimedScript {
  const marks: { line: number; startSeconds: number; rows: string[] }[] = [];
  const untimed: number[] = [];
  for (const [index, line] of splitLines(text).entries()) {
    const marked = readMarkedLine(line);
    const row = marked?.text ?? line.trim();
    if (marked) marks.push({ line: index + 1, startSeconds: marked.startSeconds, rows: [] });
    else if (row !== '' && marks.length === 0) untimed.push(index + 1);
    if (row !== '') marks.at(-1)?.rows.push(row);
  }
  return {
    cues: marks.map(({ startSeconds, rows }) => ({ startSeconds, text: rows.join('\n') })),
    startLines: marks.map(({ line }) => line),
    untimed,
  };
}

/** The lines of a timed script. */
export function readTimedLines(script: string) {
  const { cues } = parseTimedScript(script);
  return cues.map(({ startSeconds, text }) => ({ startMs: Math.round(startSeconds * 1000), text }));
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

/** The text of a script without times, a line per cue; an untimed text unchanged. */
export function removeTimes(text: string): string {
  if (!isTimedScript(text)) return text;
  return splitLines(text)
    .map(line => readMarkedLine(line)?.text ?? line)
    .join('\n');
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
