import { CodedError, refuse } from '../errors.ts';
import { maxLineCharacters, maxScriptCharacters, maxTimedLines } from '../limits.ts';
import { lineMessages } from '../messages/line-problems.ts';
import { type FilledMessage, fill, t } from '../messages/message.ts';
import { narrationMessages } from '../messages/narration.ts';
import type { Cue } from '../script/cues.ts';
import { printShortTime } from '../script/time-format.ts';
import { parseTimedScript, type TimedScript } from './timed-text.ts';

/** A problem in a line of a timed script; lines are counted from 1. */
interface LineProblem {
  readonly line: number;
  readonly kind: 'no time' | 'no text' | 'too long' | 'goes back' | 'beyond the end';
  readonly message: FilledMessage;
}

/**
 * Finds what is wrong with a timed script.
 * @param durationSeconds of the video, if known: no line may begin at its end or later
 */
export function findScriptProblems(
  { cues, startLines, untimed }: TimedScript,
  durationSeconds = Number.POSITIVE_INFINITY,
): LineProblem[] {
  const lines = cues.map((cue, at) => ({ ...cue, line: startLines[at] ?? 0 }));
  return [
    ...untimed.map(line => describe(line, 'no time', { startSeconds: 0, text: '' })),
    ...findLineProblems(lines, durationSeconds),
  ];
}

/** Finds what is wrong with lines that have times, none of which may begin at the end of the video or later. */
function findLineProblems(
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

/** Further problems are only counted. */
const maxProblems = 5;

/** Parses a timed script. @throws CodedError `bad_request` naming the invalid lines, `too_large` */
export function requireTimedScript(script: string, durationSeconds: number): readonly Cue[] {
  if (script.length > maxScriptCharacters)
    throw refuse('too_large', narrationMessages.tooManyCharacters, { limit: maxScriptCharacters });
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

function requireUsable<Line extends Cue>(cues: readonly Line[], all: readonly LineProblem[]) {
  // A line that nobody has written yet is silent.
  const hasText = cues.some(({ text }) => text !== '');
  const problems = all.filter(({ kind }) => kind !== 'no text' || !hasText);
  const [first, ...others] = problems;
  const message = others.length === 0 ? first?.message : listProblems(problems);
  if (first) throw new CodedError('bad_request', { message });
  if (cues.length === 0) throw refuse('bad_request', narrationMessages.noScript);
  if (cues.length > maxTimedLines)
    throw refuse('too_large', narrationMessages.tooManyLines, { limit: maxTimedLines });
  return cues;
}

/** For any script. @throws CodedError `bad_request` naming the first timed line that is too long */
export function requireLineLengths(script: string): void {
  const tooLong = findScriptProblems(parseTimedScript(script)).find(({ kind }) => kind === 'too long');
  if (tooLong) throw new CodedError('bad_request', { message: tooLong.message });
}

function listProblems(problems: readonly LineProblem[]): string {
  const reported = problems.slice(0, maxProblems).map(({ message }) => message.text);
  const count = problems.length - reported.length;
  if (count > 0) reported.push(t(narrationMessages.moreWrongLines, { count }));
  return reported.join(' ');
}
