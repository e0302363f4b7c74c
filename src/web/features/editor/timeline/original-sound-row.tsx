import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Loudness } from '#media/sound/peaks.ts';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { useColorScheme } from '../../../components/page-frame.tsx';
import type { Span } from './geometry.ts';
import classes from './timeline.module.css';
import type { TimelineView } from './use-timeline-view.ts';
import { barPx, computeBars, findLoudest } from './wave-bars.ts';

interface OriginalSoundProps {
  /** Undefined while nothing is known. */
  readonly loudness: Loudness | undefined;
  readonly view: TimelineView;
}

/** The video's own sound under the lines. */
export function OriginalSound({ loudness, view }: OriginalSoundProps) {
  return (
    <div className={classes.sounds} aria-hidden="true">
      {loudness && <Wave loudness={loudness} view={view} />}
      {loudness && <span className={classes.name}>{nameSound(loudness)}</span>}
    </div>
  );
}

function nameSound({ isWhole, peaks }: Loudness): string {
  if (isWhole && peaks.length === 0) return t(timelineMessages.noOriginal);
  return t(isWhole ? timelineMessages.originalSound : timelineMessages.readingOriginal);
}

/** Sharper is not seen in bars, and costs memory. */
const maxPixelRatio = 2;

/** A waveform, drawn as far as it is in sight or soon will be. */
function Wave({ loudness, view: { span, pixelsPerSecond } }: OriginalSoundProps & { loudness: Loudness }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const loudest = useMemo(() => findLoudest(loudness), [loudness]);
  const [scheme] = useColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour is read from the page, which has another scheme now
  useLayoutEffect(() => {
    if (canvas.current)
      drawBars(canvas.current, span, computeBars(loudness, loudest, { pixelsPerSecond, span }));
  }, [loudness, loudest, span, pixelsPerSecond, scheme]);
  return (
    <canvas
      ref={canvas}
      className={classes.wave}
      style={{ left: span.fromPx, width: span.toPx - span.fromPx }}
    />
  );
}

function drawBars(
  canvas: HTMLCanvasElement,
  { fromPx, toPx }: Span,
  { first, heights }: ReturnType<typeof computeBars>,
): void {
  const ratio = Math.min(maxPixelRatio, window.devicePixelRatio);
  const height = canvas.clientHeight;
  canvas.width = Math.ceil((toPx - fromPx) * ratio);
  canvas.height = Math.ceil(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(canvas).color;
  for (const [bar, share] of heights.entries()) {
    const barHeight = Math.max(1, share * height);
    context.fillRect((first + bar) * barPx - fromPx, (height - barHeight) / 2, barPx - 1, barHeight);
  }
}
