import type { Cue } from '../script/cues.ts';
import { splitLines } from '../script/split-lines.ts';
import { printTime } from '../script/time-format.ts';
import { type CastMember, joinText, type Line, toCues } from './project.ts';
import { printSaid } from './roles.ts';
import { readMarkedLine } from './timed-text.ts';

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
