import { findLetters, findRoot, letterHeights, type Shape, sides } from './find-letters.ts';
import { type GreyPicture, halve, measureArea, measureOverlap, type Rectangle } from './grey-picture.ts';

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
const minOnFoot = 0.65;
/** Letters at least as high as small ones without a stem, as a share of all: the others are points, accents and dots. */
const minOfOneHeight = 0.6;
/** The steepest line that is read: about four degrees. */
const steepestSlope = 0.07;
/** The least width of a line, and the most that its letters may reach above and below, as shares of their height. */
const minWidth = 1.2;
const maxHeight = 2.2;

/** A bullet stands farther off than a word and floats above the line's foot: shares of the letters' height. */
const bullet = { minGap: 0.6, minFloat: 0.12 } as const;

/** Joins shapes that stand side by side, on one foot, to lines of two or more. */
function joinLetters(letters: readonly Shape[]): Shape[][] {
  const sorted = [...letters].sort((one, other) => one.left - other.left);
  const parents = sorted.map((_, at) => at);
  const find = (at: number) => findRoot(parents, at);
  for (const band of sortIntoBands(sorted))
    for (const [one, other] of listNeighbours(sorted, band)) parents[find(other)] = find(one);
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
  const isApart = second.left - first.right > bullet.minGap * high;
  const isBullet = isApart && foot - first.bottom > bullet.minFloat * high;
  return letters.slice(isBullet ? 1 : 0);
}

/** The height of the higher letters of a line: of its capitals and of small letters with a stem. */
function findLetterHeight(letters: readonly Shape[]): number {
  const heights = letters.map(letter => letter.bottom - letter.top).sort((a, b) => a - b);
  return heights[Math.floor(heights.length * 0.85)] ?? 0;
}

function findMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function isLine(letters: readonly Shape[]): boolean {
  if (letters.length < 2) return false;
  const { left, right, top, bottom, letterHeight: high } = toRegion(letters);
  const ofOneHeight = letters.filter(letter => letter.bottom - letter.top >= 0.6 * high);
  if (ofOneHeight.length < minOfOneHeight * letters.length) return false;
  return right - left >= minWidth * high && bottom - top <= maxHeight * high && standOnOneFoot(letters, high);
}

function standOnOneFoot(letters: readonly Shape[], letterHeight: number): boolean {
  const slope = letters.length < 4 ? 0 : findSlope(letters);
  if (Math.abs(slope) > steepestSlope) return false;
  const feet = letters.map(({ left, bottom }) => bottom - slope * left);
  const foot = findMedian(feet);
  const onFoot = feet.filter(place => Math.abs(place - foot) <= Math.max(1, 0.12 * letterHeight));
  return onFoot.length >= minOnFoot * letters.length;
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

/** Where a line of print seems to stand, in pixels of the picture that was looked at. */
export interface PrintRegion extends Rectangle {
  /** Of its higher letters (capitals, or small ones with a stem). */
  readonly letterHeight: number;
  /** Shapes like letters; those that touch count once. */
  readonly letters: number;
  readonly isDark: boolean;
  /** The median brightness of its letters, 0 to 255. */
  readonly ink: number;
}

/** Lines that lie on one another by more than this share of the smaller are one line, found twice. */
const maxCovered = 0.2;
/** As a share of the letters' height: nothing stands so near beside a line that is whole. */
const quietGap = 0.5;
/** As a share of the letters' height: a line that begins or ends so near the picture's edge may go on beyond it. */
const edgeShare = 0.25;
/** The most steps of 255 by which ink differs from the letters that it belongs to. */
const maxInkStep = 60;
/** How far above and below a line is looked for paper, as a share of the letters' height. */
const quietRow = 0.25;
/** The least steps of 255 between ink and paper. */
const minPaperStep = 30;
/** As a share of what is looked at: letters of the next line hang or stick into it. */
const maxInkAround = 0.35;

/**
 * Looks for lines of print, dark on light and light on dark, the largest letters first. Method: what differs from the
 * mean of its surrounding is joined to shapes, shapes of one height, brightness and foot to lines, at sizes that halve
 * (as in Epshtein et al., "Detecting text in natural scenes with stroke width transform", 2010, section 4).
 */
export function findPrint(grey: GreyPicture): PrintRegion[] {
  const found: PrintRegion[] = [];
  let scale = 1;
  for (let level = grey; Math.min(level.width, level.height) > letterHeights.least; level = halve(level)) {
    const { shapes, marks } = findLetters(level);
    for (const line of joinLetters(shapes)) {
      const region = takeInNeighbours(toRegion(line), marks, level);
      if (region && isQuietAround(region, level)) found.push(enlarge(region, scale));
    }
    scale *= 2;
  }
  // Where a line's letters touch at a smaller size, or their holes make a line, there are fewer.
  found.sort((one, other) => other.letters - one.letters || other.letterHeight - one.letterHeight);
  const covers = (one: PrintRegion, other: PrintRegion) =>
    measureOverlap(one, other) > maxCovered * Math.min(measureArea(one), measureArea(other));
  const kept: PrintRegion[] = [];
  for (const region of found) if (!kept.some(better => covers(better, region))) kept.push(region);
  return kept.sort((one, other) => other.letterHeight - one.letterHeight);
}

function toRegion(letters: readonly Shape[]): PrintRegion {
  return {
    left: Math.min(...letters.map(letter => letter.left)),
    right: Math.max(...letters.map(letter => letter.right)),
    top: Math.min(...letters.map(letter => letter.top)),
    bottom: Math.max(...letters.map(letter => letter.bottom)),
    letterHeight: findLetterHeight(letters),
    letters: letters.length,
    isDark: letters[0]?.isDark ?? true,
    ink: findMedian(letters.map(letter => letter.brightness)),
  };
}

/**
 * The region with everything of its side that stands in its line without a gap: letters that touch or are too small to
 * be taken for letters. Half a word would be read as another word.
 * @returns undefined for a line that the picture's edge cuts
 */
function takeInNeighbours(
  region: PrintRegion,
  marks: Uint8Array,
  { width, height, values }: GreyPicture,
): PrintRegion | undefined {
  const side = region.isDark ? sides.darker : sides.lighter;
  const top = Math.max(0, Math.round(region.bottom - region.letterHeight));
  const hasInk = (x: number) => {
    for (let at = top * width + x; at < region.bottom * width; at += width)
      if (marks[at] === side && Math.abs((values[at] ?? 0) - region.ink) < maxInkStep) return true;
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

/**
 * Whether above and below the line is paper. Between large light letters stands what looks like dark ones, of the paper
 * itself.
 */
function isQuietAround(region: PrintRegion, { width, height, values }: GreyPicture): boolean {
  const away = Math.max(2, Math.round(quietRow * region.letterHeight));
  let [ink, all] = [0, 0];
  for (const y of [region.top - away, region.bottom + away - 1]) {
    if (y < 0 || y >= height) continue;
    for (let at = y * width + region.left; at < y * width + region.right; at++) {
      all++;
      if (Math.abs((values[at] ?? 0) - region.ink) < minPaperStep) ink++;
    }
  }
  return ink <= maxInkAround * all;
}

function enlarge(region: PrintRegion, scale: number): PrintRegion {
  return {
    ...region,
    left: region.left * scale,
    top: region.top * scale,
    right: region.right * scale,
    bottom: region.bottom * scale,
    letterHeight: region.letterHeight * scale,
  };
}
