import type { TimeSpan } from '#shared/script/gaps.ts';
import type { TimelineView } from './use-timeline-view.ts';

interface SpanMarksProps {
  readonly className: string | undefined;
  readonly spans: readonly TimeSpan[];
  readonly view: TimelineView;
}

/** Parts of the video's time as one drawing: a bar for each, however many they are. */
export function SpanMarks({ className, spans, view: { span, pixelsPerSecond } }: SpanMarksProps) {
  const width = span.toPx - span.fromPx;
  const path = spans
    .map(({ startSeconds, endSeconds }) => ({
      left: Math.max(0, startSeconds * pixelsPerSecond - span.fromPx),
      right: Math.min(width, endSeconds * pixelsPerSecond - span.fromPx),
    }))
    .filter(({ left, right }) => right > left)
    .map(({ left, right }) => {
      const length = Math.max(1, right - left - 1).toFixed(1);
      return `M${left.toFixed(1)} 0h${length}v1h-${length}z`;
    })
    .join('');
  return (
    <svg
      className={className}
      style={{ left: span.fromPx, width }}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
