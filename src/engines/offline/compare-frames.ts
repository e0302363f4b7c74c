import { computeMean, type FrameMeasure, measuredSidePixels } from './measure-frame.ts';

/** How a picture differs from the one before. */
export interface FrameDifference {
  /** How far the shares of the colours moved, 0 (same) to 1 (no colour in common). */
  readonly paletteDistance: number;
  /** How alike light and shade lie, 1 (same shapes) to 0 (nothing in common) and below. */
  readonly likeness: number;
  /** Share of the picture that looks different once a change of light over all of it is set aside. */
  readonly changedShare: number;
  /** Change of mean lightness; above zero is brighter. */
  readonly brightening: number;
}

/** Points are compared as means of squares of this side, so that noise and a trembling hand do not count. */
const cellSidePixels = 4;
/** A difference between cells, in Oklab, that is plainly seen. Ours, seen on real videos. */
const visibleDifference = 0.045;

/** Compares a picture with the one before it. */
export function compareFrames(before: FrameMeasure, now: FrameMeasure): FrameDifference {
  const lightBefore = averageCells(before.lightness);
  const lightNow = averageCells(now.lightness);
  const light = fitLight(lightBefore, lightNow);
  return {
    paletteDistance: computePaletteDistance(before, now),
    likeness: light.likeness,
    changedShare: computeChangedShare(before, now, light),
    brightening: now.meanLightness - before.meanLightness,
  };
}

/** Half the sum of differences between two distributions: the share that has to be repainted. */
function computePaletteDistance(before: FrameMeasure, now: FrameMeasure): number {
  return (
    now.colourShares.reduce((sum, share, at) => sum + Math.abs(share - (before.colourShares[at] ?? 0)), 0) / 2
  );
}

interface LightFit {
  /** What lightness was multiplied by, and what was added, over the whole picture. */
  readonly gain: number;
  readonly offset: number;
  /** Pearson's correlation of lightness. */
  readonly likeness: number;
}

/** Even pictures have no shapes to compare: variance of lightness below this is noise. Ours. */
const evenVariance = 0.0001;
/** Above this likeness, what differs is a fade: light and shade keep their places. Ours. */
const fadeLikeness = 0.9;

/** The step of light over the whole picture that explains most of the difference. */
function fitLight(before: Float32Array, now: Float32Array): LightFit {
  const meanBefore = computeMean(before);
  const meanNow = computeMean(now);
  const varianceBefore = computeMean(before.map(value => (value - meanBefore) ** 2));
  const varianceNow = computeMean(now.map(value => (value - meanNow) ** 2));
  const covariance = computeMean(
    before.map((value, at) => (value - meanBefore) * ((now[at] ?? 0) - meanNow)),
  );
  if (varianceBefore < evenVariance && varianceNow < evenVariance)
    return { gain: 1, offset: meanNow - meanBefore, likeness: 1 };
  const likeness = covariance / Math.sqrt(Math.max(varianceBefore * varianceNow, evenVariance ** 2));
  if (likeness > fadeLikeness) {
    const gain = covariance / varianceBefore;
    return { gain, offset: meanNow - gain * meanBefore, likeness };
  }
  // The median, because what moves through a picture should not count as a change of its light.
  const steps = before.map((value, at) => (now[at] ?? 0) - value).sort();
  return { gain: 1, offset: steps[steps.length >> 1] ?? 0, likeness };
}

/** A picture's points as cells, each with its lightness and its lean to red and to yellow. */
function computeCells(frame: FrameMeasure): readonly [Float32Array, Float32Array, Float32Array] {
  return [averageCells(frame.lightness), averageCells(frame.a), averageCells(frame.b)];
}

function computeChangedShare(before: FrameMeasure, now: FrameMeasure, fit: LightFit): number {
  const [lightBefore, aBefore, bBefore] = computeCells(before);
  const [lightNow, aNow, bNow] = computeCells(now);
  const changed = lightNow.filter((light, at) => {
    const lightStep = light - ((lightBefore[at] ?? 0) * fit.gain + fit.offset);
    const aStep = (aNow[at] ?? 0) - (aBefore[at] ?? 0) * fit.gain;
    const bStep = (bNow[at] ?? 0) - (bBefore[at] ?? 0) * fit.gain;
    return Math.hypot(lightStep, aStep, bStep) > visibleDifference;
  });
  return changed.length / lightNow.length;
}

function averageCells(values: Float32Array): Float32Array {
  const cells = measuredSidePixels / cellSidePixels;
  const means = new Float32Array(cells * cells);
  values.forEach((value, at) => {
    const row = Math.floor(Math.floor(at / measuredSidePixels) / cellSidePixels);
    const column = Math.floor((at % measuredSidePixels) / cellSidePixels);
    means[row * cells + column] =
      (means[row * cells + column] ?? 0) + value / (cellSidePixels * cellSidePixels);
  });
  return means;
}
