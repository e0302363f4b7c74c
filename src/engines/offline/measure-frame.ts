import { nameColour } from './name-colour.ts';
import { toOklab } from './oklab.ts';
import { type ColourName, colourNames } from './phrases/phrases.ts';

/**
 * Every picture is measured at this size, whatever its shape: what is measured does not depend on the shape, and two
 * pictures of one video can be compared point by point.
 */
export const measuredSidePixels = 96;

/** What one picture measures, by itself. Lightness is Oklab's, 0 to 1. */
export interface FrameMeasure {
  readonly meanLightness: number;
  /** Standard deviation of lightness. */
  readonly lightnessSpread: number;
  /** Mean lean to red (a) and to yellow (b). */
  readonly meanA: number;
  readonly meanB: number;
  /** Share of points whose lightness differs visibly from a neighbour's. */
  readonly edgeShare: number;
  /** Share of the points that bear each colour, in the order of `colourNames`. */
  readonly colourShares: readonly number[];
  /** Lightness of each point, row by row. */
  readonly lightness: Float32Array;
  /** Lean to red and to yellow of each point, row by row. */
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** A step of lightness between neighbours that the eye takes for an edge. Ours, seen on real videos. */
const edgeStep = 0.06;

/**
 * Measures a picture.
 * @param pixels of {@link measuredSidePixels} a side, three bytes of sRGB each
 */
export function measureFrame(pixels: Uint8Array): FrameMeasure {
  const count = measuredSidePixels * measuredSidePixels;
  const lightness = new Float32Array(count);
  const a = new Float32Array(count);
  const b = new Float32Array(count);
  const shares = new Map<ColourName, number>();
  for (let at = 0; at < count; at++) {
    const colour = toOklab(pixels[at * 3] ?? 0, pixels[at * 3 + 1] ?? 0, pixels[at * 3 + 2] ?? 0);
    lightness[at] = colour.lightness;
    a[at] = colour.a;
    b[at] = colour.b;
    const name = nameColour(colour);
    shares.set(name, (shares.get(name) ?? 0) + 1 / count);
  }
  const meanLightness = computeMean(lightness);
  return {
    meanLightness,
    lightnessSpread: Math.sqrt(computeMean(lightness.map(value => (value - meanLightness) ** 2))),
    meanA: computeMean(a),
    meanB: computeMean(b),
    edgeShare: computeEdgeShare(lightness),
    colourShares: colourNames.map(name => shares.get(name) ?? 0),
    lightness,
    a,
    b,
  };
}

export function computeMean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function computeEdgeShare(lightness: Float32Array): number {
  const side = measuredSidePixels;
  let edges = 0;
  for (let row = 0; row < side - 1; row++) {
    for (let column = 0; column < side - 1; column++) {
      const at = row * side + column;
      const here = lightness[at] ?? 0;
      const step = Math.hypot((lightness[at + 1] ?? 0) - here, (lightness[at + side] ?? 0) - here);
      if (step > edgeStep) edges++;
    }
  }
  return edges / (side - 1) ** 2;
}
