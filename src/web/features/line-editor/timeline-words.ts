import { computeGaps, type TimeSpan } from '#shared/script/gaps.ts';
import { printShortTime } from '#shared/script/time-mark.ts';
import { formatDuration } from '../../lib/format.ts';
import { describeNeed, findLineExcess, printSeconds } from './judge-line.ts';
import type { TimelineLine } from './timeline-props.ts';

/** A line's place and fit, such as "Line 3 at 0:12.5, about 4.1 s of 5.0 s". */
export function describeTimelineLine(line: TimelineLine, index: number, availableSeconds: number): string {
  const need = describeNeed({ ...line, availableSeconds });
  const excessSeconds = findLineExcess({ ...line, availableSeconds });
  const tooLong = excessSeconds > 0 ? `, ${printSeconds(excessSeconds)} too long` : '';
  const excess = line.leftOut === undefined ? tooLong : ', left out';
  return `Line ${index + 1} at ${printShortTime(line.startSeconds)}, ${need}${excess}${line.isLocked ? ', locked' : ''}`;
}

/** Where people speak, such as "People speak in 12 places, 4:10 of 10:00; 9 gaps". */
export function describeSpeech(speech: readonly TimeSpan[], durationSeconds: number): string {
  if (speech.length === 0) return 'Nobody speaks in the original sound';
  const spokenSeconds = speech.reduce((sum, span) => sum + span.endSeconds - span.startSeconds, 0);
  const places = speech.length === 1 ? '1 place' : `${speech.length} places`;
  const gaps = computeGaps(speech, durationSeconds).length;
  const gapsLeft = gaps === 1 ? '1 gap' : `${gaps || 'no'} gaps`;
  return `People speak in ${places}, ${formatDuration(spokenSeconds)} of ${formatDuration(durationSeconds)}; ${gapsLeft}`;
}
