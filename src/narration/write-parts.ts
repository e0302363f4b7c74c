import type { LineToShorten, ScriptEngine, TimedScriptRequest } from '#engines/ports.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { Untold } from '#shared/script/untold.ts';
import { checkLines, judgeLanguage } from './check-lines.ts';
import { findUntold } from './find-untold.ts';
import { splitIntoParts } from './plan-cue-points.ts';
import { shortenInBatches } from './shorten-in-batches.ts';
import type { WritingStep } from './writing-step.ts';

type PartsRequest = Omit<TimedScriptRequest, 'linesBefore' | 'fault' | 'noteUsage' | 'signal'>;

interface PartRequest extends PartsRequest {
  readonly linesBefore: readonly Cue[];
  readonly maxAttempts: number;
}

interface WrittenPart {
  readonly lines: readonly Cue[];
  readonly tooLong: readonly LineToShorten[];
  readonly untold: readonly Untold[];
  readonly attempts: number;
  /** There was a response, but no usable line. */
  readonly isUnusable: boolean;
}

interface WrittenLines {
  readonly lines: readonly Cue[];
  /** What was found and is not told. */
  readonly untold: Untold[];
  /** Whether any part had only unusable responses. */
  readonly isAnyUnusable: boolean;
}

/** What is written is read again with each line up to so many, and then once it has grown by an eighth: an answer may be all line breaks. */
const readings = 100;
/** Number of previous lines in the prompt. */
const shownLines = 12;

/**
 * Writes the lines of a video, a long one in parts, and checks them. Each call is charged and a response may be unusable, so there
 * are at most two extra calls: one retry of an unusable response, and one for shortening. A narration ends if its first part has no
 * line; a description continues, and so does what costs nothing.
 * @param moments of the pictures in the analysis, in seconds
 * @returns `{line}` for each line; finally all of them, and what none of them tells
 * @throws CodedError of the engine
 */
export async function* writeParts(
  engine: ScriptEngine,
  { moments, ...request }: PartsRequest & { readonly moments: readonly number[] },
  signal: AbortSignal,
): AsyncGenerator<WritingStep, WrittenLines> {
  const lines: Cue[] = [];
  const tooLong: LineToShorten[] = [];
  const untold: Untold[] = [];
  let maxAttempts = 2;
  let isAnyUnusable = false;
  for (const cuePoints of splitIntoParts(request.cuePoints, request.language)) {
    const part = { ...request, cuePoints, linesBefore: lines, maxAttempts };
    const written = yield* writePart(engine, part, signal);
    lines.push(...written.lines);
    tooLong.push(...written.tooLong);
    untold.push(...written.untold);
    if (written.attempts > 1) maxAttempts = 1;
    isAnyUnusable ||= written.isUnusable;
    if (lines.length === 0 && !request.description && !engine.provider.isOffline) break;
  }
  const shortening = { ...request, maxRequests: 1, signal };
  const told = replaceTexts(lines, await shortenInBatches(engine, tooLong, shortening));
  return { lines: told, untold: findUntold({ ...request, moments }, untold, told), isAnyUnusable };
}

/** @returns `{line}` for each line; finally the usable ones */
async function* writePart(
  engine: ScriptEngine,
  { linesBefore, maxAttempts, ...part }: PartRequest,
  signal: AbortSignal,
): AsyncGenerator<WritingStep, WrittenPart> {
  const request = { ...part, linesBefore: linesBefore.slice(-shownLines), signal };
  let fault: string | undefined;
  for (let attempts = 1; attempts <= maxAttempts; attempts++) {
    let written = '';
    let shown = 0;
    let [read, readCharacters] = [0, 0];
    for await (const piece of engine.writeTimedScript({ ...request, fault })) {
      written += piece;
      if (!piece.includes('\n') || (read >= readings && written.length < readCharacters * 1.125)) continue;
      [read, readCharacters] = [read + 1, written.length];
      // Only complete, usable lines are shown, once their language is certain.
      const whole = written.slice(0, written.lastIndexOf('\n') + 1);
      const { lines } = checkLines(whole, part.cuePoints, part.language);
      if ((await judgeLanguage(lines, part.language)) !== 'right') continue;
      for (const line of lines.slice(shown)) yield { line };
      shown = lines.length;
    }
    const { lines, tooLong, ...missed } = checkLines(written, part.cuePoints, part.language);
    const untold = [...missed.untold, ...missed.misplaced];
    if (lines.length > 0 && (await judgeLanguage(lines, part.language)) !== 'other') {
      for (const line of lines.slice(shown)) yield { line };
      return { lines, tooLong, untold, attempts, isUnusable: false };
    }
    // Nothing worth a line or with room for one, or an empty response: a retry would not help.
    const isLeftOut = missed.untold.length > 0 && missed.misplaced.length === 0 && lines.length === 0;
    if (written.trim() === '' || isLeftOut)
      return { lines: [], tooLong: [], untold, attempts, isUnusable: false };
    fault =
      lines.length > 0
        ? `it was not in ${part.language.name}.`
        : 'no line of it began with the time of a moment in square brackets.';
  }
  return { lines: [], tooLong: [], untold: [], attempts: maxAttempts, isUnusable: true };
}

function replaceTexts(lines: readonly Cue[], texts: ReadonlyMap<number, string>): readonly Cue[] {
  return lines.map(line => ({ ...line, text: texts.get(line.startSeconds) ?? line.text }));
}
