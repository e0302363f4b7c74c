import { printTime } from '#shared/script/time-mark.ts';
import { findExcessSeconds, printSeconds } from './judge-line.ts';
import type { StripLine } from './strip-props.ts';

/** A line's place and fit, such as "Line 3 at 0:12.5, about 4.1 s of 5.0 s". */
export function describeStripLine(line: StripLine, index: number, roomSeconds: number): string {
  const need = `${line.isSpoken ? '' : 'about '}${printSeconds(line.needSeconds)} of ${printSeconds(roomSeconds)}`;
  const excessSeconds = findExcessSeconds(line.needSeconds, roomSeconds);
  const excess = excessSeconds > 0 ? `, ${printSeconds(excessSeconds)} too long` : '';
  return `Line ${index + 1} at ${printTime(line.startSeconds)}, ${need}${excess}${line.isLocked ? ', locked' : ''}`;
}
