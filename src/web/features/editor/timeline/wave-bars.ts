import { type Loudness, peakSeconds } from '#media/sound/peaks.ts';
import type { Span } from './geometry.ts';

/** A bar and the gap after it. */
export const barPx = 3;

/**
 * How high each bar of a waveform is within a span, 0 to 1 of the loudest. A bar stands for the same part of the sound wherever
 * the window is, so that nothing flickers while it goes along.
 * @returns as many as there are; fewer than fit into the span where the sound is not known or over
 */
export function computeBars(
  { peaks }: Loudness,
  loudest: number,
  { pixelsPerSecond, span }: { pixelsPerSecond: number; span: Span },
): { readonly first: number; readonly heights: Float32Array } {
  const peaksOfBar = barPx / pixelsPerSecond / peakSeconds;
  const first = Math.floor(span.fromPx / barPx);
  const last = Math.min(Math.ceil(span.toPx / barPx), Math.ceil(peaks.length / peaksOfBar));
  const heights = new Float32Array(Math.max(0, last - first));
  for (let bar = 0; bar < heights.length; bar++) {
    const from = Math.floor((first + bar) * peaksOfBar);
    const to = Math.min(peaks.length, Math.max(from + 1, Math.floor((first + bar + 1) * peaksOfBar)));
    // A plain loop: two hours in one window are 144,000 peaks.
    let height = 0;
    for (let at = from; at < to; at++) height = Math.max(height, peaks[at] ?? 0);
    heights[bar] = Math.min(1, height / loudest);
  }
  return { first, heights };
}

/** The loudest peak of a sound; not less than what is all but silence, which is not drawn as noise. */
export function findLoudest({ peaks }: Loudness): number {
  let loudest = 0.02;
  for (const peak of peaks) loudest = Math.max(loudest, peak);
  return loudest;
}
