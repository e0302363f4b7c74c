import type { WritingStep } from '#narration/write-script.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';

/** A step of writing with its lines as text, which tests are easier to read with. */
export function printWritten(step: WritingStep | undefined) {
  if (!step || !('lines' in step)) return step;
  const { lines, ...others } = step;
  return { script: printTimedScript(lines), ...others };
}

/** What is shown while a script is written. */
export function printShown(step: WritingStep): string {
  if ('line' in step) return `${printTimedScript([step.line])}\n`;
  return 'delta' in step ? step.delta : '';
}
