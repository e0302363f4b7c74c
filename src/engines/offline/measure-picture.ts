import { type ColourName, nameColour, type StrikingColour, strikingColours, toOklab } from './name-colour.ts';

/** Every picture is measured at this size, whatever its shape. */
export const measuredSidePixels = 96;

/** What one picture measures, by itself. Lightness is Oklab's, 0 to 1. */
export interface PictureMeasure {
  readonly meanLightness: number;
  /** Share of the points that bear each colour. */
  readonly colourShares: ReadonlyMap<ColourName, number>;
  /** Share of the points whose colour is strong, or that are black or white, for each colour. */
  readonly strikingShares: ReadonlyMap<ColourName, number>;
  /** Mean lightness of squares of points, so that noise and a trembling hand do not count. */
  readonly cells: Float32Array;
}

const cellSidePixels = 4;
const cellsPerSide = measuredSidePixels / cellSidePixels;

/** Where a figure becomes a statement; all ours, set beside real videos until the statements were true. */
const borders = {
  darkBelow: 0.3,
  strongChroma: 0.1,
  strikingShare: 0.8,
  /** Another scene: so much of the colours moved, and light and shade lie elsewhere. */
  paletteAbove: 0.3,
  likenessBelow: 0.45,
  /** Even pictures have no shapes to compare. */
  evenVariance: 0.0001,
} as const;

/**
 * Measures a picture.
 * @param pixels of {@link measuredSidePixels} a side, three bytes of sRGB each
 */
export function measurePicture(pixels: Uint8Array): PictureMeasure {
  const count = measuredSidePixels * measuredSidePixels;
  const colourShares = new Map<ColourName, number>();
  const strikingShares = new Map<ColourName, number>();
  const cells = new Float32Array(cellsPerSide * cellsPerSide);
  const add = (shares: Map<ColourName, number>, name: ColourName) =>
    shares.set(name, (shares.get(name) ?? 0) + 1 / count);
  for (let at = 0; at < count; at++) {
    const colour = toOklab(pixels[at * 3] ?? 0, pixels[at * 3 + 1] ?? 0, pixels[at * 3 + 2] ?? 0);
    const name = nameColour(colour);
    const isUncoloured = name === 'black' || name === 'white';
    add(colourShares, name);
    if (isUncoloured || Math.hypot(colour.a, colour.b) > borders.strongChroma) add(strikingShares, name);
    const row = Math.floor(at / measuredSidePixels / cellSidePixels);
    const cell = row * cellsPerSide + Math.floor((at % measuredSidePixels) / cellSidePixels);
    cells[cell] = (cells[cell] ?? 0) + colour.lightness / cellSidePixels ** 2;
  }
  return { meanLightness: computeMean(cells), colourShares, strikingShares, cells };
}

export function isDark({ meanLightness }: PictureMeasure): boolean {
  return meanLightness < borders.darkBelow;
}

/** The one strong colour that fills nearly all of a picture. */
export function findStrikingColour({ strikingShares }: PictureMeasure): StrikingColour | undefined {
  return strikingColours.find(name => (strikingShares.get(name) ?? 0) > borders.strikingShare);
}

/** Whether another scene begins with a picture. */
export function isOtherScene(before: PictureMeasure, now: PictureMeasure): boolean {
  return (
    computePaletteDistance(before.colourShares, now.colourShares) > borders.paletteAbove &&
    computeLikeness(before.cells, now.cells) < borders.likenessBelow
  );
}

/** Half the sum of differences between two distributions: the share that has to be repainted. */
function computePaletteDistance(
  before: PictureMeasure['colourShares'],
  now: PictureMeasure['colourShares'],
): number {
  const names = new Set([...before.keys(), ...now.keys()]);
  const differences = Array.from(names, name => Math.abs((now.get(name) ?? 0) - (before.get(name) ?? 0)));
  return differences.reduce((sum, difference) => sum + difference, 0) / 2;
}

/** Pearson's correlation of lightness: 1 where light and shade lie alike, 0 where they have nothing in common. */
function computeLikeness(before: Float32Array, now: Float32Array): number {
  const [meanBefore, meanNow] = [computeMean(before), computeMean(now)];
  const covariance = computeMean(
    before.map((value, at) => (value - meanBefore) * ((now[at] ?? 0) - meanNow)),
  );
  const varianceBefore = computeMean(before.map(value => (value - meanBefore) ** 2));
  const varianceNow = computeMean(now.map(value => (value - meanNow) ** 2));
  return covariance / Math.sqrt(Math.max(varianceBefore * varianceNow, borders.evenVariance ** 2));
}

function computeMean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
