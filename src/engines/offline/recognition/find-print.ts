import { findLetters, type LetterShape, letterHeights } from './find-letters.ts';
import { type GreyPicture, halve, type Rectangle } from './grey-picture.ts';

/** Where a line of print seems to stand, in pixels of the picture that was looked at. */
export interface PrintRegion extends Rectangle {
  /** Of its higher letters (capitals, or small ones with a stem). */
  readonly letterHeight: number;
  readonly isDark: boolean;
}

/** Neighbours in a line stand no farther apart than this share of their height: the gap between two words of a typewriter. */
const widestGap = 1.6;
/** The least share of their heights that neighbours have in common. */
const commonHeight = 0.5;
const mostHeightRatio = 2.3;
/** Letters that stand on the line's foot, as a share of all: the others hang below it or float above it. */
const leastOnFoot = 0.65;
/** As a share of the letters' height: nothing stands so near beside a line that is whole. */
const quietGap = 0.9;
/** As a share of the letters' height: a line that begins or ends so near the picture's edge may go on beyond it. */
const edgeShare = 0.25;
/** Letters at least as high as small ones without a stem, as a share of all: the others are points, accents and dots. */
const leastOfOneHeight = 0.6;
/** The steepest line that is read: about four degrees. */
const steepestSlope = 0.07;

/**
 * Looks for lines of print, dark on light and light on dark, the largest letters first. Method: what differs from the mean of
 * its surrounding is joined to shapes, shapes of one height and foot to lines, at sizes that halve (as in
 * Epshtein et al., "Detecting text in natural scenes with stroke width transform", 2010, section 4, but on plain shapes).
 */
export function findPrint(grey: GreyPicture): PrintRegion[] {
  const found: PrintRegion[] = [];
  let scale = 1;
  for (let level = grey; Math.min(level.width, level.height) > letterHeights.least; level = halve(level)) {
    const { letters, sides } = findLetters(level);
    for (const region of joinLetters(letters)) {
      const whole = takeInNeighbours(region, sides, level);
      if (whole) found.push(enlarge(whole, scale));
    }
    scale *= 2;
  }
  found.sort((a, b) => b.letterHeight - a.letterHeight);
  return found.filter((region, at) => !found.slice(0, at).some(larger => isCovered(region, larger)));
}

/**
 * The region with everything of its side that stands in its line without a gap: letters that touch or are too small to
 * be taken for letters. Half a word would be read as another word.
 * @returns undefined for a line that the picture's edge cuts, or that is no line but part of something wider
 */
function takeInNeighbours(
  region: PrintRegion,
  sides: Uint8Array,
  { width, height }: GreyPicture,
): PrintRegion | undefined {
  const side = region.isDark ? 1 : 2;
  const top = Math.max(0, Math.round(region.bottom - region.letterHeight));
  const hasInk = (x: number) => {
    for (let y = top; y < region.bottom; y++) if (sides[y * width + x] === side) return true;
    return false;
  };
  const gap = Math.ceil(quietGap * region.letterHeight);
  let { left, right } = region;
  for (let x = left - 1; x >= Math.max(0, left - gap); x--) if (hasInk(x)) left = x;
  for (let x = right; x < Math.min(width, right + gap); x++) if (hasInk(x)) right = x + 1;
  const edge = Math.ceil(edgeShare * region.letterHeight);
  if (left < edge || right > width - edge || region.top < 1 || region.bottom > height - 1) return undefined;
  return { ...region, left, right };
}

function enlarge(region: PrintRegion, scale: number): PrintRegion {
  return {
    left: region.left * scale,
    top: region.top * scale,
    right: region.right * scale,
    bottom: region.bottom * scale,
    letterHeight: region.letterHeight * scale,
    isDark: region.isDark,
  };
}

/** The same line at another size, or the holes of its letters. */
function isCovered(region: PrintRegion, larger: PrintRegion): boolean {
  const width = Math.min(region.right, larger.right) - Math.max(region.left, larger.left);
  const height = Math.min(region.bottom, larger.bottom) - Math.max(region.top, larger.top);
  if (width <= 0 || height <= 0) return false;
  return width * height > 0.5 * (region.right - region.left) * (region.bottom - region.top);
}

/** Joins letters that stand side by side to lines. */
export function joinLetters(letters: readonly LetterShape[]): PrintRegion[] {
  const sorted = [...letters].sort((a, b) => a.left - b.left);
  const parents = sorted.map((_, at) => at);
  const find = (start: number) => {
    let at = start;
    while (parents[at] !== at) at = parents[at] ?? at;
    return at;
  };
  const bands = sortIntoBands(sorted);
  for (const band of bands) {
    band.forEach((one, place) => {
      const letter = sorted[one];
      if (!letter) return;
      for (let next = place + 1; next < band.length; next++) {
        const other = sorted[band[next] ?? 0];
        if (!other || other.left - letter.right > widestGap * letterHeights.most) break;
        if (areNeighbours(letter, other)) parents[find(band[next] ?? 0)] = find(one);
      }
    });
  }
  const groups = Map.groupBy(sorted, (_, at) => find(at));
  return [...groups.values()].map(toRegion).filter(region => region !== undefined);
}

/** Letters by the horizontal bands that they touch, so that only those of the same height are compared. */
function sortIntoBands(letters: readonly LetterShape[]): number[][] {
  const bands: number[][] = [];
  letters.forEach((letter, at) => {
    const last = Math.floor((letter.bottom - 1) / letterHeights.most);
    for (let band = Math.floor(letter.top / letterHeights.most); band <= last; band++) {
      const inBand = bands[band] ?? [];
      bands[band] = inBand;
      inBand.push(at);
    }
  });
  return bands.filter(band => band !== undefined);
}

function areNeighbours(one: LetterShape, other: LetterShape): boolean {
  if (one.isDark !== other.isDark) return false;
  const [height, otherHeight] = [one.bottom - one.top, other.bottom - other.top];
  const [low, high] = [Math.min(height, otherHeight), Math.max(height, otherHeight)];
  if (high > mostHeightRatio * low) return false;
  if (Math.max(one.left, other.left) - Math.min(one.right, other.right) > widestGap * high) return false;
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >= commonHeight * low;
}

function toRegion(letters: readonly LetterShape[]): PrintRegion | undefined {
  const left = Math.min(...letters.map(letter => letter.left));
  const right = Math.max(...letters.map(letter => letter.right));
  const top = Math.min(...letters.map(letter => letter.top));
  const bottom = Math.max(...letters.map(letter => letter.bottom));
  const heights = letters.map(letter => letter.bottom - letter.top).sort((a, b) => a - b);
  const letterHeight = heights[Math.floor(heights.length * 0.85)] ?? 0;
  if (right - left < 1.2 * letterHeight || bottom - top > 2.2 * letterHeight) return undefined;
  if (letters.length < 2 || !standOnOneFoot(letters, letterHeight)) return undefined;
  if (heights.filter(height => height >= 0.6 * letterHeight).length < leastOfOneHeight * heights.length)
    return undefined;
  return { left, top, right, bottom, letterHeight, isDark: letters[0]?.isDark ?? true };
}

function standOnOneFoot(letters: readonly LetterShape[], letterHeight: number): boolean {
  const slope = letters.length < 3 ? 0 : findSlope(letters);
  if (Math.abs(slope) > steepestSlope) return false;
  const feet = letters.map(({ left, bottom }) => bottom - slope * left).sort((a, b) => a - b);
  const foot = feet[feet.length >> 1] ?? 0;
  const onFoot = feet.filter(place => Math.abs(place - foot) <= Math.max(1, 0.12 * letterHeight));
  return onFoot.length >= leastOnFoot * letters.length;
}

/** How much the feet of the letters go down per pixel to the right: least squares. */
function findSlope(letters: readonly LetterShape[]): number {
  const meanX = letters.reduce((sum, { left }) => sum + left, 0) / letters.length;
  const meanY = letters.reduce((sum, { bottom }) => sum + bottom, 0) / letters.length;
  let [product, square] = [0, 0];
  for (const { left, bottom } of letters) {
    product += (left - meanX) * (bottom - meanY);
    square += (left - meanX) ** 2;
  }
  return square === 0 ? 0 : product / square;
}
