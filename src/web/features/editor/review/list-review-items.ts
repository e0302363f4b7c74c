import { mostWaitSeconds, type TimeSpan } from '#shared/script/gaps.ts';
import type { LineState } from '../derive/list-lines.ts';

/** A gap in the speech, or a line for which the video pauses. */
export interface ReviewItem extends TimeSpan {
  /** What is said there, or was to be. */
  readonly lines: readonly LineState[];
  readonly state: 'described' | 'paused' | 'empty' | 'left out';
}

/** Each gap with its lines, and lines during speech, in the order of time. */
export function listReviewItems(
  lines: readonly LineState[],
  gaps: readonly TimeSpan[],
): readonly ReviewItem[] {
  const written = lines.filter(({ line }) => line.text.trim() !== '');
  const inGaps = gaps.map(gap =>
    toItem(
      gap,
      written.filter(line => isIn(line, gap)),
    ),
  );
  const outside = written
    .filter(line => !gaps.some(gap => isIn(line, gap)))
    .map(line =>
      toItem({ startSeconds: line.startSeconds, endSeconds: line.startSeconds }, [line], 'paused'),
    );
  return [...inGaps, ...outside].sort((one, other) => one.startSeconds - other.startSeconds);
}

function isIn({ startSeconds }: LineState, gap: TimeSpan): boolean {
  return startSeconds >= gap.startSeconds - mostWaitSeconds && startSeconds < gap.endSeconds;
}

function toItem(
  span: TimeSpan,
  lines: readonly LineState[],
  spoken: 'described' | 'paused' = 'described',
): ReviewItem {
  if (lines.some(({ leftOut }) => leftOut !== undefined)) return { ...span, lines, state: 'left out' };
  return { ...span, lines, state: lines.length > 0 ? spoken : 'empty' };
}
