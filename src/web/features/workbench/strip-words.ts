import { mostSpeed } from '#media/fit-line.ts';
import { printTime } from '#shared/script/time-mark.ts';
import type { StripLine } from './strip-props.ts';

/** By how many seconds a line is too long, even when it is spoken as fast as it may be; 0 when it fits. */
export function findExcessSeconds(needSeconds: number, roomSeconds: number): number {
  const excess = needSeconds / mostSpeed - roomSeconds;
  // What is too long is never told as nothing.
  return excess <= 0 ? 0 : Math.max(0.1, excess);
}

/** A line's place and fit, such as "Line 3 at 0:12.5, about 4.1 s of 5.0 s". */
export function describeStripLine(line: StripLine, index: number, roomSeconds: number): string {
  const need = `${line.isSpoken ? '' : 'about '}${printSeconds(line.needSeconds)} of ${printSeconds(roomSeconds)}`;
  const excessSeconds = findExcessSeconds(line.needSeconds, roomSeconds);
  const excess = excessSeconds > 0 ? `, ${printSeconds(excessSeconds)} too long` : '';
  return `Line ${index + 1} at ${printTime(line.startSeconds)}, ${need}${excess}${line.isLocked ? ', locked' : ''}`;
}

/** With one decimal, as far as anybody hears a difference. */
export function printSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`;
}
