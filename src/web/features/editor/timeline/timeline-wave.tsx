import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Loudness } from '#media/sound/peaks.ts';
import { useColorScheme } from '../../../components/color-scheme-toggle.tsx';
import classes from './timeline.module.css';
import { barPx, computeBars, findLoudest } from './timeline-bars.ts';
import type { Span } from './timeline-geometry.ts';

interface TimelineWaveProps {
  readonly className: string | undefined;
  readonly loudness: Loudness;
  readonly span: Span;
  readonly pixelsPerSecond: number;
}

/** Sharper is not seen in bars, and costs memory. */
const mostPixelRatio = 2;

/** A waveform, drawn as far as it is in sight or soon will be. */
export function TimelineWave({ className, loudness, span, pixelsPerSecond }: TimelineWaveProps) {
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
      className={`${classes.wave} ${className ?? ''}`}
      style={{ left: span.fromPx, width: span.toPx - span.fromPx }}
    />
  );
}

function drawBars(
  canvas: HTMLCanvasElement,
  { fromPx, toPx }: Span,
  { first, heights }: ReturnType<typeof computeBars>,
): void {
  const ratio = Math.min(mostPixelRatio, window.devicePixelRatio);
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
