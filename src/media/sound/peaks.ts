/** Peaks of a recording over time, for drawing. */
export interface Loudness {
  /** Maximum sample of each {@link peakSeconds}, 0 to 1. */
  readonly peaks: Float32Array;
  /** Covered duration: the whole recording in the end. */
  readonly seconds: number;
  readonly isWhole: boolean;
}

/** 72,000 numbers an hour. */
export const peakSeconds = 0.05;

export function createPeakCollector() {
  const peaks: number[] = [];
  let samplesInPeak = 0;
  let peak = 0;
  let seconds = 0;
  const push = () => {
    peaks.push(Math.min(1, peak));
    samplesInPeak = 0;
    peak = 0;
  };
  return {
    add(samples: Float32Array, sampleRateHz: number): void {
      const samplesOfPeak = Math.round(peakSeconds * sampleRateHz);
      for (const sample of samples) {
        peak = Math.max(peak, Math.abs(sample));
        if (++samplesInPeak >= samplesOfPeak) push();
      }
      seconds += samples.length / sampleRateHz;
    },
    /** Adds silence for a pause or a late start. */
    addSilenceUntil(untilSeconds: number): void {
      const rateHz = 1 / peakSeconds;
      const missing = Math.floor((untilSeconds - seconds) * rateHz);
      if (missing < 1) return;
      if (samplesInPeak > 0) push();
      for (let at = 0; at < missing; at++) push();
      seconds += missing * peakSeconds;
    },
    read: (isWhole: boolean): Loudness => ({ peaks: Float32Array.from(peaks), seconds, isWhole }),
  };
}

/**
 * Draws peaks as an SVG path of evenly spaced bars around the middle of a box of 1,000 by 100, scaled to the loudest, so that a
 * quiet voice is visible, too.
 * @param bars number of bars
 */
export function drawPeaks(peaks: Float32Array, bars: number): string {
  const count = Math.min(bars, peaks.length);
  const heights = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    return peaks.subarray(from, to).reduce((loudest, peak) => Math.max(loudest, peak), 0);
  });
  const loudest = heights.reduce((most, height) => Math.max(most, height), 0.02);
  const width = 1000 / Math.max(1, count);
  return heights
    .map((height, bar) => {
      const half = Math.max(1, (50 * height) / loudest);
      const left = (bar + 0.2) * width;
      return `M${left.toFixed(1)} ${(50 - half).toFixed(1)}h${(0.6 * width).toFixed(1)}v${(2 * half).toFixed(1)}h${(-0.6 * width).toFixed(1)}z`;
    })
    .join('');
}
