import type { CuePoint } from '#engines/cue-point.ts';
import type { LineToShorten, ScriptEngine } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import type { DescriptionKind } from '#shared/description.ts';
import type { Language } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import { printTimedScript } from '#shared/script/timed-script.ts';
import { checkLines, judgeLanguage } from './check-lines.ts';
import { splitIntoParts } from './plan-cue-points.ts';
import { sayShorter } from './say-shorter.ts';

/** A video for which lines are written. */
interface PartsRequest {
  readonly analysis: string;
  readonly prompt: string;
  readonly language: Language;
  readonly durationSeconds: number;
  /** At least one. */
  readonly cuePoints: readonly CuePoint[];
  readonly description?: DescriptionKind | undefined;
}

/** A part of it for which lines are written in one call. */
interface PartRequest extends PartsRequest {
  /** All of them. */
  readonly linesBefore: readonly Cue[];
  readonly mostAttempts: number;
}

interface WrittenPart {
  readonly lines: readonly Cue[];
  readonly tooLong: readonly LineToShorten[];
  readonly attempts: number;
  /** Something was answered, and nothing of it can be used. */
  readonly isUnusable: boolean;
}

interface WrittenLines {
  readonly lines: readonly Cue[];
  /** Nothing that the writer answered for a part could be used. */
  readonly isAnyUnusable: boolean;
}

/** Of the lines before, a writer is shown so many. */
const shownLines = 12;

/**
 * Writes lines for a video, a long one part by part. What comes back is checked. A writer may be made to answer badly, and each call is
 * paid, so there are two more than parts at most: one for the first answer of which nothing can be used, and one that shortens lines.
 * A narration ends with a first part without a line; a description goes on.
 * @returns `{delta}` for each line; at last the lines
 * @throws CodedError what the engine throws
 */
export async function* writeParts(
  engine: ScriptEngine,
  request: PartsRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine, WrittenLines> {
  const lines: Cue[] = [];
  const tooLong: LineToShorten[] = [];
  let mostAttempts = 2;
  let isAnyUnusable = false;
  for (const cuePoints of splitIntoParts(request.cuePoints, request.language)) {
    const part = { ...request, cuePoints, linesBefore: lines, mostAttempts };
    const written = yield* writePart(engine, part, signal);
    lines.push(...written.lines);
    tooLong.push(...written.tooLong);
    if (written.attempts > 1) mostAttempts = 1;
    isAnyUnusable ||= written.isUnusable;
    if (lines.length === 0 && !request.description) break;
  }
  const shortening = { ...request, mostRequests: 1, signal };
  return { lines: replaceTexts(lines, await sayShorter(engine, tooLong, shortening)), isAnyUnusable };
}

/** @returns `{delta}` for each line; at last what can be used */
async function* writePart(
  engine: ScriptEngine,
  { linesBefore, mostAttempts, ...part }: PartRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine, WrittenPart> {
  const request = { ...part, linesBefore: linesBefore.slice(-shownLines), signal };
  let fault: string | undefined;
  for (let attempts = 1; attempts <= mostAttempts; attempts++) {
    let written = '';
    let shown = 0;
    for await (const piece of engine.writeTimedScript({ ...request, fault })) {
      written += piece;
      // Only whole lines that can be used are shown, once their language is certain.
      const whole = written.slice(0, written.lastIndexOf('\n') + 1);
      const { lines } = checkLines(whole, part.cuePoints, part.language);
      if ((await judgeLanguage(lines, part.language)) !== 'right') continue;
      for (const line of lines.slice(shown)) yield { delta: `${printTimedScript([line])}\n` };
      shown = lines.length;
    }
    const { lines, tooLong } = checkLines(written, part.cuePoints, part.language);
    if (lines.length > 0 && (await judgeLanguage(lines, part.language)) !== 'other') {
      for (const line of lines.slice(shown)) yield { delta: `${printTimedScript([line])}\n` };
      return { lines, tooLong, attempts, isUnusable: false };
    }
    // Nothing worth a line, or nothing at all: once more would bring no more.
    if (written.trim() === '') return { lines: [], tooLong: [], attempts, isUnusable: false };
    fault =
      lines.length > 0
        ? `it was not in ${part.language.name}.`
        : 'no line of it began with the time of a moment in square brackets.';
  }
  return { lines: [], tooLong: [], attempts: mostAttempts, isUnusable: true };
}

/** Lines that are said more shortly take the place of those that were too long. */
function replaceTexts(lines: readonly Cue[], texts: ReadonlyMap<number, string>): readonly Cue[] {
  return lines.map(line => ({ ...line, text: texts.get(line.startSeconds) ?? line.text }));
}
