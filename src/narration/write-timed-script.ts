import type { Moment, ScriptEngine } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { getLanguage, type Language } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import { printTimedScript } from '#shared/script/timed-script.ts';
import { checkLines, judgeLanguage } from './check-lines.ts';
import { planMoments, splitIntoParts } from './plan-moments.ts';
import { sayShorter } from './say-shorter.ts';
import { type WritingRequest, writeScript } from './write-script.ts';

export interface TimedWritingRequest extends WritingRequest {
  /** When the pictures that were looked at are to be seen, in order: there a line may begin. */
  readonly moments: readonly number[];
}

/** Of the lines before, a writer is shown so many. */
const shownLines = 12;
const notTimed =
  'The lines that came back could not be laid at their times, so this narration is one text without them.';

/**
 * Writes a narration that follows the picture, a long one part by part. What comes back is checked: lines that are too long are
 * mended once; an answer of which nothing can be used is asked for once more, and then the narration is written without times.
 * @returns a stage line, then a `{delta}` for each line, then one line `{script}`, which alone counts, with a `notice` where it
 * has no times
 * @throws CodedError what the engine throws; `provider_garbage` when it wrote nothing
 */
export async function* writeTimedScript(
  engine: ScriptEngine,
  { moments: startSeconds, ...request }: TimedWritingRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  requireNotCancelled(signal);
  const language = getLanguage(request.language);
  const moments = planMoments(startSeconds, request.durationSeconds, language);
  yield { stage: 'writing the script' };
  const lines: Cue[] = [];
  for (const part of splitIntoParts(moments, language)) {
    const written = yield* writePart(
      engine,
      { ...request, language, moments: part, linesBefore: lines },
      signal,
    );
    if (written) lines.push(...written);
    else if (lines.length === 0) break;
  }
  if (lines.length > 0) {
    yield { script: printTimedScript(lines) };
    return;
  }
  for await (const line of writeScript(engine, request, signal))
    if (!('stage' in line)) yield 'script' in line ? { ...line, notice: notTimed } : line;
}

interface PartRequest extends Omit<WritingRequest, 'language'> {
  readonly language: Language;
  readonly moments: readonly Moment[];
  /** All of them. */
  readonly linesBefore: readonly Cue[];
}

/** @returns undefined where nothing could be used, twice */
async function* writePart(
  engine: ScriptEngine,
  { linesBefore, ...part }: PartRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine, readonly Cue[] | undefined> {
  const request = { ...part, linesBefore: linesBefore.slice(-shownLines), signal };
  let fault: string | undefined;
  for (let attempt = 0; attempt < 2; attempt++) {
    let written = '';
    let shown = 0;
    for await (const piece of engine.writeTimedScript({ ...request, fault })) {
      written += piece;
      // Only whole lines that can be used are shown, once their language is certain.
      const whole = written.slice(0, written.lastIndexOf('\n') + 1);
      const { lines } = checkLines(whole, part.moments, part.language);
      if (judgeLanguage(lines, part.language) !== 'right') continue;
      for (const line of lines.slice(shown)) yield { delta: `${printTimedScript([line])}\n` };
      shown = lines.length;
    }
    const { lines, tooLong } = checkLines(written, part.moments, part.language);
    if (lines.length > 0 && judgeLanguage(lines, part.language) !== 'other') {
      for (const line of lines.slice(shown)) yield { delta: `${printTimedScript([line])}\n` };
      return replaceTexts(lines, await sayShorter(engine, tooLong, request));
    }
    // Nothing worth a line, or nothing at all: once more would bring no more.
    if (written.trim() === '') return undefined;
    fault =
      lines.length > 0
        ? `it was not in ${part.language.name}.`
        : 'no line of it began with the time of a moment in square brackets.';
  }
  return undefined;
}

/** Lines that are said more shortly take the place of those that were too long. */
function replaceTexts(lines: readonly Cue[], texts: ReadonlyMap<number, string>): readonly Cue[] {
  return lines.map(line => ({ ...line, text: texts.get(line.startSeconds) ?? line.text }));
}
