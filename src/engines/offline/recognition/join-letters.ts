import type { Shape } from './connect-pixels.ts';
import { letterHeights } from './find-letters.ts';

/** Neighbours in a line stand no farther apart than this share of the higher one: the gap between two words of a typewriter. */
const widestGap = 1.6;
/** The least share of the lower one's height that neighbours have in common. */
const commonHeight = 0.5;
const maxHeightRatio = 2.3;
/** Letters of a line are of one brightness: the most steps of 255 between neighbours in a word, and across a wider gap. */
const maxBrightnessStep = { inWord: 50, between: 30 } as const;
/** The widest gap within a word, as a share of its letters' height. */
const wordGap = 0.5;
/** Letters that stand on the line's foot, as a share of all: the others hang below it or float above it. */
const leastOnFoot = 0.65;
/** Letters at least as high as small ones without a stem, as a share of all: the others are points, accents and dots. */
const leastOfOneHeight = 0.6;
/** The steepest line that is read: about four degrees. */
const steepestSlope = 0.07;
/** The least width of a line, and the most that its letters may reach above and below, as shares of their height. */
const leastWidth = 1.2;
const maxHeight = 2.2;

/** A bullet stands farther off than a word and floats above the line's foot: shares of the letters' height. */
const bullet = { leastGap: 0.6, leastFloat: 0.12 } as const;

/** Joins shapes that stand side by side, on one foot, to lines of two or more. */
export function joinLetters(letters: readonly Shape[]): Shape[][] {
  const sorted = [...letters].sort((one, other) => one.left - other.left);
  const parents = sorted.map((_, at) => at);
  const find = (start: number) => {
    let at = start;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? at] ?? at;
      at = parents[at] ?? at;
    }
    return at;
  };
  for (const band of sortIntoBands(sorted)) {
    for (const [one, other] of listNeighbours(sorted, band)) parents[find(other)] = find(one);
  }
  return [...Map.groupBy(sorted, (_, at) => find(at)).values()].map(leaveOutBullet).filter(isLine);
}

/** Letters by the horizontal bands that they touch, so that only those of about one height are compared. */
function sortIntoBands(letters: readonly Shape[]): number[][] {
  const bands = new Map<number, number[]>();
  letters.forEach((letter, at) => {
    const last = Math.floor((letter.bottom - 1) / letterHeights.most);
    for (let band = Math.floor(letter.top / letterHeights.most); band <= last; band++) {
      const inBand = bands.get(band) ?? [];
      bands.set(band, inBand);
      inBand.push(at);
    }
  });
  return [...bands.values()];
}

function* listNeighbours(letters: readonly Shape[], band: readonly number[]): Generator<[number, number]> {
  for (const [place, one] of band.entries()) {
    const letter = letters[one];
    if (!letter) continue;
    for (let next = place + 1; next < band.length; next++) {
      const other = letters[band[next] ?? 0];
      if (!other || other.left - letter.right > widestGap * letterHeights.most) break;
      if (areNeighbours(letter, other)) yield [one, band[next] ?? 0];
    }
  }
}

function areNeighbours(one: Shape, other: Shape): boolean {
  if (one.isDark !== other.isDark) return false;
  const [height, otherHeight] = [one.bottom - one.top, other.bottom - other.top];
  const [low, high] = [Math.min(height, otherHeight), Math.max(height, otherHeight)];
  if (high > maxHeightRatio * low) return false;
  const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  if (gap > widestGap * high) return false;
  const step = Math.abs(one.brightness - other.brightness);
  if (step > (gap > wordGap * high ? maxBrightnessStep.between : maxBrightnessStep.inWord)) return false;
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >= commonHeight * low;
}

function leaveOutBullet(letters: readonly Shape[]): Shape[] {
  const [first, second] = letters;
  if (!first || !second) return [...letters];
  const high = findLetterHeight(letters);
  const foot = findMedian(letters.map(letter => letter.bottom));
  const isApart = second.left - first.right > bullet.leastGap * high;
  const isBullet = isApart && foot - first.bottom > bullet.leastFloat * high;
  return letters.slice(isBullet ? 1 : 0);
}

/** The height of the higher letters of a line: of its capitals and of small letters with a stem. */
export function findLetterHeight(letters: readonly Shape[]): number {
  const heights = letters.map(letter => letter.bottom - letter.top).sort((a, b) => a - b);
  return heights[Math.floor(heights.length * 0.85)] ?? 0;
}

export function findMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function isLine(letters: readonly Shape[]): boolean {
  if (letters.length < 2) return false;
  const high = findLetterHeight(letters);
  const width =
    Math.max(...letters.map(letter => letter.right)) - Math.min(...letters.map(letter => letter.left));
  const height =
    Math.max(...letters.map(letter => letter.bottom)) - Math.min(...letters.map(letter => letter.top));
  const ofOneHeight = letters.filter(letter => letter.bottom - letter.top >= 0.6 * high);
  if (ofOneHeight.length < leastOfOneHeight * letters.length) return false;
  return width >= leastWidth * high && height <= maxHeight * high && standOnOneFoot(letters, high);
}

function standOnOneFoot(letters: readonly Shape[], letterHeight: number): boolean {
  const slope = letters.length < 4 ? 0 : findSlope(letters);
  if (Math.abs(slope) > steepestSlope) return false;
  const feet = letters.map(({ left, bottom }) => bottom - slope * left).sort((a, b) => a - b);
  const foot = feet[feet.length >> 1] ?? 0;
  const onFoot = feet.filter(place => Math.abs(place - foot) <= Math.max(1, 0.12 * letterHeight));
  return onFoot.length >= leastOnFoot * letters.length;
}

/** How much the feet of the letters go down per pixel to the right: least squares. */
function findSlope(letters: readonly Shape[]): number {
  const meanX = letters.reduce((sum, { left }) => sum + left, 0) / letters.length;
  const meanY = letters.reduce((sum, { bottom }) => sum + bottom, 0) / letters.length;
  let [product, square] = [0, 0];
  for (const { left, bottom } of letters) {
    product += (left - meanX) * (bottom - meanY);
    square += (left - meanX) ** 2;
  }
  return square === 0 ? 0 : product / square;
}
