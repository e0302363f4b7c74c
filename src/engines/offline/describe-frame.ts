import type { FrameDifference } from './compare-frames.ts';
import { type MeasuredFrame, maxColours } from './frame-description.ts';
import type { FrameMeasure } from './measure-frame.ts';
import { type ColourName, colourNames } from './phrases/phrases.ts';

/**
 * Where a figure becomes a word. All are ours, set beside the pictures of six real videos (a toy turned by hand,
 * traffic on asphalt, a fade out of black, a test card, plain pages, a screen recording) until the words were true.
 */
const borders = {
  darkBelow: 0.3,
  dimBelow: 0.5,
  brightAbove: 0.75,
  /** A picture of glaring lights on black has a low mean, but nobody calls it dim. */
  dimSpreadBelow: 0.2,
  softBelow: 0.06,
  strongAbove: 0.2,
  /** Lean to red plus lean to yellow: green and purple come out neutral. */
  toneLean: 0.035,
  plainBelow: 0.06,
  busyAbove: 0.28,
  colourShare: 0.02,
  trendStep: 0.05,
  stillBelow: 0.015,
  strongChangeAbove: 0.25,
  cutPalette: 0.3,
  cutLikeness: 0.45,
  repaintedPalette: 0.6,
  repaintedShare: 0.6,
} as const;

/**
 * Turns the figures of a picture into words.
 * @param difference against the picture before; left out for the first
 */
export function describeFrame(measure: FrameMeasure, difference?: FrameDifference): MeasuredFrame {
  return {
    light: describeLight(measure),
    contrast: choose(measure.lightnessSpread, borders.softBelow, borders.strongAbove, [
      'soft',
      'medium',
      'strong',
    ]),
    colours: chooseColours(measure.colourShares),
    tone: choose(measure.meanA + measure.meanB, -borders.toneLean, borders.toneLean, [
      'cool',
      'neutral',
      'warm',
    ]),
    detail: choose(measure.edgeShare, borders.plainBelow, borders.busyAbove, ['plain', 'medium', 'busy']),
    step: difference && {
      change: describeChange(difference),
      trend: choose(difference.brightening, -borders.trendStep, borders.trendStep, [
        'darker',
        'steady',
        'brighter',
      ]),
    },
  };
}

function choose<Low, Middle, High>(
  value: number,
  lowBelow: number,
  highAbove: number,
  [low, middle, high]: readonly [Low, Middle, High],
): Low | Middle | High {
  if (value < lowBelow) return low;
  return value > highAbove ? high : middle;
}

function describeLight({ meanLightness, lightnessSpread }: FrameMeasure): MeasuredFrame['light'] {
  if (meanLightness < borders.darkBelow) return 'dark';
  if (meanLightness < borders.dimBelow && lightnessSpread < borders.dimSpreadBelow) return 'dim';
  return meanLightness > borders.brightAbove ? 'bright' : 'medium';
}

function chooseColours(shares: readonly number[]): ColourName[] {
  const bySize = colourNames
    .map((name, at) => ({ name, share: shares[at] ?? 0 }))
    .sort((one, other) => other.share - one.share);
  return bySize
    .filter(({ share }, rank) => rank === 0 || share >= borders.colourShare)
    .slice(0, maxColours)
    .map(({ name }) => name);
}

function describeChange(difference: FrameDifference): 'cut' | 'strong' | 'gentle' | 'still' {
  const { paletteDistance, likeness, changedShare } = difference;
  const isOtherScene = paletteDistance > borders.cutPalette && likeness < borders.cutLikeness;
  const isRepainted = paletteDistance > borders.repaintedPalette && changedShare > borders.repaintedShare;
  if (isOtherScene || isRepainted) return 'cut';
  if (changedShare > borders.strongChangeAbove) return 'strong';
  return changedShare < borders.stillBelow ? 'still' : 'gentle';
}
