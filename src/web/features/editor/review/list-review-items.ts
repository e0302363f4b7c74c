import type { TimeSpan } from '#shared/script/gaps.ts';
import type { LineState } from '../derive/list-lines.ts';

/** A gap in the speech, or a line for which the video pauses. */
export interface ReviewItem extends TimeSpan {
  /** What is said there, or was to be. */
  readonly lines: readonly LineState[];
  readonly state:
    | { readonly kind: 'described' | 'paused' | 'empty' }
    | { readonly kind: 'left out'; readonly reason: string };
}

/** A line that begins this shortly before a gap waits for it. */
const mostWaitSeconds = 1;

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
  const reason = lines.find(({ leftOut }) => leftOut !== undefined)?.leftOut;
  if (reason !== undefined) return { ...span, lines, state: { kind: 'left out', reason } };
  return { ...span, lines, state: { kind: lines.length > 0 ? spoken : 'empty' } };
}
