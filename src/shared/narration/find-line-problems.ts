import { maxLineCharacters } from '../limits.ts';
import { lineMessages } from '../messages/line-problems.ts';
import { type FilledMessage, fill } from '../messages/message.ts';
import type { Cue } from '../script/cues.ts';
import { printShortTime } from '../script/time-format.ts';
import type { TimedScript } from './timed-text.ts';

/** A problem in a line of a timed script; lines are counted from 1. */
export interface LineProblem {
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
