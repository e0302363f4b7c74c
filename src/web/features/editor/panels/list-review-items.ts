import type { ReportRow } from '#shared/report/description-report.ts';
import { maxWaitSeconds, type TimeSpan } from '#shared/script/gaps.ts';
import type { LineState } from '../model/line-states.ts';

export interface ReviewItem extends TimeSpan {
  readonly lines: readonly LineState[];
  /** What was found there and no line tells, as the report says it. */
  readonly notTold: readonly string[];
  readonly state: 'described' | 'in part' | 'paused' | 'empty' | 'left out';
}

/**
 * Each gap with its lines, lines during speech, and what is not told there, in the order of time.
 * @param notTold by the report
 */
export function listReviewItems(
  lines: readonly LineState[],
  gaps: readonly TimeSpan[],
  notTold: readonly ReportRow[] = [],
): readonly ReviewItem[] {
  const written = lines.filter(({ line }) => line.text.trim() !== '');
  // Lines that are left out are shown as lines.
  const found = notTold.flatMap(({ text, lineId, startSeconds = 0 }) =>
    lineId === undefined ? [{ text, startSeconds }] : [],
  );
  const inGaps = gaps.map(gap => {
    const untold = found.filter(({ startSeconds }) => isWithin(startSeconds, gap));
    return toItem(
      gap,
      written.filter(line => isIn(line, gap)),
      untold.map(({ text }) => text),
    );
  });
  const outside = written
    .filter(line => !gaps.some(gap => isIn(line, gap)))
    .map(line =>
      toItem({ startSeconds: line.startSeconds, endSeconds: line.startSeconds }, [line], [], 'paused'),
    );
  const elsewhere = found
    .filter(({ startSeconds }) => !gaps.some(gap => isWithin(startSeconds, gap)))
    .map(({ startSeconds, text }) => toItem({ startSeconds, endSeconds: startSeconds }, [], [text]));
  return [...inGaps, ...outside, ...elsewhere].sort((one, other) => one.startSeconds - other.startSeconds);
}

function isIn({ startSeconds }: LineState, gap: TimeSpan): boolean {
  return startSeconds >= gap.startSeconds - maxWaitSeconds && startSeconds < gap.endSeconds;
}

function isWithin(seconds: number, { startSeconds, endSeconds }: TimeSpan): boolean {
  return seconds >= startSeconds && seconds < endSeconds;
}

function toItem(
  span: TimeSpan,
  lines: readonly LineState[],
  notTold: readonly string[],
  spoken: 'described' | 'paused' = 'described',
): ReviewItem {
  const item = { ...span, lines, notTold };
  if (lines.some(({ leftOut }) => leftOut !== undefined)) return { ...item, state: 'left out' };
  if (lines.length === 0) return { ...item, state: 'empty' };
  return { ...item, state: notTold.length > 0 ? 'in part' : spoken };
}
