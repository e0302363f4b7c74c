import { CodedError } from '#shared/errors.ts';
import { maxScriptCharacters, maxTimedLines } from '#shared/limits.ts';
import type { Cue } from '#shared/script/cues.ts';
import { parseTimedScript } from '#shared/script/timed-script.ts';

/** So many mistakes are told at once. */
const maxProblems = 5;

/**
 * The lines of a timed script.
 * @throws CodedError `bad_request` that names the lines that are wrong, `too_large`
 */
export function requireTimedScript(script: string, durationSeconds: number): readonly Cue[] {
  if (script.length > maxScriptCharacters)
    throw tooLarge(`A script can have at most ${maxScriptCharacters.toLocaleString('en')} characters.`);
  const { cues, problems } = parseTimedScript(script, durationSeconds);
  if (problems.length > 0) {
    const reported = problems.slice(0, maxProblems).map(({ message }) => message);
    const more = problems.length - reported.length;
    if (more > 0) reported.push(`${more} more ${more === 1 ? 'line is' : 'lines are'} wrong.`);
    throw new CodedError('bad_request', { message: reported.join(' ') });
  }
  if (cues.length === 0) throw new CodedError('bad_request', { message: 'Please write a script first.' });
  if (cues.length > maxTimedLines)
    throw tooLarge(`A timed script can have at most ${maxTimedLines.toLocaleString('en')} lines.`);
  return cues;
}

/**
 * Any script, whose lines with times are not too long.
 * @throws CodedError `bad_request` that names the first line that is
 */
export function requireLineLengths(script: string): void {
  const tooLong = parseTimedScript(script).problems.find(({ kind }) => kind === 'too long');
  if (tooLong) throw new CodedError('bad_request', { message: tooLong.message });
}

function tooLarge(message: string): CodedError {
  return new CodedError('too_large', { message });
}
