import { type Shape, sides } from './connect-pixels.ts';
import { findLetters, letterHeights } from './find-letters.ts';
import { type GreyPicture, halve, type Rectangle } from './grey-picture.ts';
import { findLetterHeight, findMedian, joinLetters } from './join-letters.ts';
import { measureArea, measureOverlap } from './recognised.ts';

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
const leastPaperStep = 30;
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
      if (Math.abs((values[at] ?? 0) - region.ink) < leastPaperStep) ink++;
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

function covers(one: PrintRegion, other: PrintRegion): boolean {
  return measureOverlap(one, other) > maxCovered * Math.min(measureArea(one), measureArea(other));
}
