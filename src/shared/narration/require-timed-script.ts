import { CodedError } from '../errors.ts';
import { maxScriptCharacters, maxTimedLines } from '../limits.ts';
import { type FilledMessage, fill, t } from '../messages/message.ts';
import { narrationMessages } from '../messages/narration.ts';
import type { Cue } from '../script/cues.ts';
import { findLineProblems, findScriptProblems, type LineProblem } from './find-line-problems.ts';
import { parseTimedScript } from './timed-text.ts';

/** Further problems are only counted. */
const maxProblems = 5;

/** Parses a timed script. @throws CodedError `bad_request` naming the invalid lines, `too_large` */
export function requireTimedScript(script: string, durationSeconds: number): readonly Cue[] {
  if (script.length > maxScriptCharacters)
    throw refuse('too_large', fill(narrationMessages.tooManyCharacters, { limit: maxScriptCharacters }));
  const parsed = parseTimedScript(script);
  return requireUsable(parsed.cues, findScriptProblems(parsed, durationSeconds));
}

/** Checks the lines of a document. @throws CodedError as {@link requireTimedScript} */
export function requireLines<Line extends Cue>(
  lines: readonly Line[],
  durationSeconds: number,
): readonly Line[] {
  const numbered = lines.map((line, index) => ({ ...line, line: index + 1 }));
  return requireUsable(lines, findLineProblems(numbered, durationSeconds));
}

function requireUsable<Line extends Cue>(
  cues: readonly Line[],
  all: readonly LineProblem[],
): readonly Line[] {
  // A line that nobody has written yet is silent.
  const hasText = cues.some(({ text }) => text !== '');
  const problems = all.filter(({ kind }) => kind !== 'no text' || !hasText);
  const [first, ...others] = problems;
  if (first) throw refuse('bad_request', others.length === 0 ? first.message : listProblems(problems));
  if (cues.length === 0) throw refuse('bad_request', fill(narrationMessages.noScript));
  if (cues.length > maxTimedLines)
    throw refuse('too_large', fill(narrationMessages.tooManyLines, { limit: maxTimedLines }));
  return cues;
}

/** For any script. @throws CodedError `bad_request` naming the first timed line that is too long */
export function requireLineLengths(script: string): void {
  const tooLong = findScriptProblems(parseTimedScript(script)).find(({ kind }) => kind === 'too long');
  if (tooLong) throw refuse('bad_request', tooLong.message);
}

function listProblems(problems: readonly LineProblem[]): string {
  const reported = problems.slice(0, maxProblems).map(({ message }) => message.text);
  const count = problems.length - reported.length;
  if (count > 0) reported.push(t(narrationMessages.moreWrongLines, { count }));
  return reported.join(' ');
}

function refuse(code: 'bad_request' | 'too_large', message: FilledMessage | string): CodedError {
  return new CodedError(code, { message });
}
