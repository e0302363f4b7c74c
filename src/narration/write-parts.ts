import type { Moment } from '#engines/moment.ts';
import type { ScriptEngine } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import type { DescriptionKind } from '#shared/description.ts';
import type { Language } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import { printTimedScript } from '#shared/script/timed-script.ts';
import { checkLines, judgeLanguage } from './check-lines.ts';
import { sayShorter } from './say-shorter.ts';

/** A part of a video for which lines are written in one call. */
export interface PartRequest {
  readonly analysis: string;
  readonly wish: string;
  readonly language: Language;
  readonly durationSeconds: number;
  readonly moments: readonly Moment[];
  /** All of them. */
  readonly linesBefore: readonly Cue[];
  readonly description?: DescriptionKind | undefined;
}

/** Of the lines before, a writer is shown so many. */
const shownLines = 12;

/**
 * Writes lines for a part of a video. What comes back is checked: lines that are too long are mended once, and an answer of which nothing
 * can be used is asked for once more.
 * @returns `{delta}` for each line; at last the lines, or `nothing` where the writer had nothing to say, or `unusable`
 */
export async function* writePart(
  engine: ScriptEngine,
  { linesBefore, ...part }: PartRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine, readonly Cue[] | 'nothing' | 'unusable'> {
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
      if ((await judgeLanguage(lines, part.language)) !== 'right') continue;
      for (const line of lines.slice(shown)) yield { delta: `${printTimedScript([line])}\n` };
      shown = lines.length;
    }
    const { lines, tooLong } = checkLines(written, part.moments, part.language);
    if (lines.length > 0 && (await judgeLanguage(lines, part.language)) !== 'other') {
      for (const line of lines.slice(shown)) yield { delta: `${printTimedScript([line])}\n` };
      return replaceTexts(lines, await sayShorter(engine, tooLong, request));
    }
    // Nothing worth a line, or nothing at all: once more would bring no more.
    if (written.trim() === '') return 'nothing';
    fault =
      lines.length > 0
        ? `it was not in ${part.language.name}.`
        : 'no line of it began with the time of a moment in square brackets.';
  }
  return 'unusable';
}

/** Lines that are said more shortly take the place of those that were too long. */
function replaceTexts(lines: readonly Cue[], texts: ReadonlyMap<number, string>): readonly Cue[] {
  return lines.map(line => ({ ...line, text: texts.get(line.startSeconds) ?? line.text }));
}
