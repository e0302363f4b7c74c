import classes from './timeline.module.css';
import type { Span } from './timeline-geometry.ts';
import type { TimelineLine } from './timeline-props.ts';

interface TimelineMarksProps {
  readonly lines: readonly TimelineLine[];
  /** Which of them are drawn. */
  readonly within: readonly number[];
  readonly span: Span;
  readonly pixelsPerSecond: number;
}

/** Lines that are too many for blocks, as one drawing. */
export function TimelineMarks({ lines, within, span, pixelsPerSecond }: TimelineMarksProps) {
  const width = span.toPx - span.fromPx;
  const path = within
    .map(index => {
      const { startSeconds = 0, needSeconds = 0 } = lines[index] ?? {};
      const left = (startSeconds * pixelsPerSecond - span.fromPx).toFixed(1);
      const length = Math.max(1, needSeconds * pixelsPerSecond - 1).toFixed(1);
      return `M${left} 0h${length}v1h-${length}z`;
    })
    .join('');
  return (
    <svg
      className={classes.marks}
      style={{ left: span.fromPx, width }}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
