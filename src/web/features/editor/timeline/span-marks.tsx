import type { TimeSpan } from '#shared/script/gaps.ts';
import classes from './timeline.module.css';
import type { Span } from './timeline-geometry.ts';
import { describeSpeech } from './timeline-words.ts';

interface TimelineSpeechProps {
  readonly speech: readonly TimeSpan[];
  readonly span: Span;
  readonly pixelsPerSecond: number;
}

/** Where people speak in the original, as a band under the times. */
export function TimelineSpeech({ speech, span, pixelsPerSecond }: TimelineSpeechProps) {
  const width = span.toPx - span.fromPx;
  const path = speech
    .map(({ startSeconds, endSeconds }) => ({
      left: Math.max(0, startSeconds * pixelsPerSecond - span.fromPx),
      right: Math.min(width, endSeconds * pixelsPerSecond - span.fromPx),
    }))
    .filter(({ left, right }) => right > left)
    .map(({ left, right }) => {
      const length = Math.max(1, right - left).toFixed(1);
      return `M${left.toFixed(1)} 0h${length}v1h-${length}z`;
    })
    .join('');
  return (
    <svg
      className={classes.speech}
      style={{ left: span.fromPx, width }}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

interface SpeechLegendProps {
  readonly speech: readonly TimeSpan[];
  readonly durationSeconds: number;
}

/** What the band shows, in words. */
export function SpeechLegend({ speech, durationSeconds }: SpeechLegendProps) {
  return (
    <p className={classes.legend}>
      {speech.length > 0 && <span className={classes.swatch} aria-hidden="true" />}
      {describeSpeech(speech, durationSeconds)}
    </p>
  );
}
