import type { WritingStep } from '#narration/writing-step.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';

/** The answer's lines for the steps of writing: a script with times as text. */
export async function* printSteps(steps: AsyncIterable<WritingStep>): AsyncGenerator<ProgressLine> {
  for await (const step of steps) {
    if ('line' in step) yield { delta: `${printTimedScript([step.line])}\n` };
    else if ('lines' in step) {
      const { lines, ...others } = step;
      yield { script: printTimedScript(lines), ...others };
    } else yield step;
  }
}
