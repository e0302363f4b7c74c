import type { GreyPicture, Rectangle } from './grey-picture.ts';

/** A connected piece of a picture that is darker or lighter than what surrounds it, of a letter's size and shape. */
export interface LetterShape extends Rectangle {
  readonly isDark: boolean;
}

/**
 * The letters' heights that are looked for, in pixels: below 6 they are no shapes, and higher ones are
 * looked for in a smaller picture. Letters of 20 to 40 have two chances, because those of a title touch in the smaller one.
 */
export const letterHeights = { least: 6, most: 40 };

/** Half the side of the square whose mean a pixel is compared with: wider than any stroke of the highest letter. */
const surroundingPixels = 20;
/** How many steps of 255 a pixel differs from the mean of its surrounding, to belong to a shape. */
const leastContrast = 18;
/**
 * The same as a share of the standard deviation of the surrounding (as in Niblack, "An introduction to digital image
 * processing", 1986): in print it lies near the middle between ink and paper, so that soft edges join no letters.
 */
const leastDeviation = 0.75;
/** More shapes than this (about three full pages) are noise, whose letters nobody reads. */
const mostShapes = 6000;

export interface Letters {
  /** For each pixel: 1 darker than its surrounding, 2 lighter, 0 neither. */
  readonly sides: Uint8Array;
  readonly letters: readonly LetterShape[];
}

/** Looks for shapes like letters, both dark and light ones. Linear in the pixels. */
export function findLetters(grey: GreyPicture): Letters {
  const sides = compareWithSurrounding(grey);
  const shapes = connect(sides, grey.width, grey.height);
  const letters = shapes.filter(isLetterLike);
  return { sides, letters: letters.length > mostShapes ? [] : letters };
}

function compareWithSurrounding(grey: GreyPicture): Uint8Array {
  const { width, height, values } = grey;
  const sums = sumUp(grey, 1);
  const squares = sumUp(grey, 2);
  const sides = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - surroundingPixels) * (width + 1);
    const below = Math.min(height, y + surroundingPixels + 1) * (width + 1);
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - surroundingPixels);
      const right = Math.min(width, x + surroundingPixels + 1);
      const count = ((right - left) * (below - above)) / (width + 1);
      const mean = addCorners(sums, above, below, left, right) / count;
      const difference = (values[y * width + x] ?? 0) - mean;
      if (Math.abs(difference) <= leastContrast) continue;
      const variance = addCorners(squares, above, below, left, right) / count - mean * mean;
      if (difference * difference <= leastDeviation ** 2 * variance) continue;
      sides[y * width + x] = difference < 0 ? 1 : 2;
    }
  }
  return sides;
}

/** The sum over a rectangle, whose rows are given by where they begin in the sums. */
function addCorners(sums: Float64Array, above: number, below: number, left: number, right: number): number {
  return (
    (sums[below + right] ?? 0) -
    (sums[below + left] ?? 0) -
    (sums[above + right] ?? 0) +
    (sums[above + left] ?? 0)
  );
}

/** The sum of the powers of all pixels above and left of each corner: (width + 1) × (height + 1). */
function sumUp({ width, height, values }: GreyPicture, power: 1 | 2): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      const value = values[y * width + x] ?? 0;
      row += power === 1 ? value : value * value;
      const at = (y + 1) * (width + 1) + x + 1;
      sums[at] = (sums[at - width - 1] ?? 0) + row;
    }
  }
  return sums;
}

interface Shape {
  left: number;
  top: number;
  right: number;
  bottom: number;
  area: number;
  isDark: boolean;
}

/** Pieces of pixels of the same side that touch, also by a corner: two passes with a forest of labels. */
function connect(sides: Uint8Array, width: number, height: number): Shape[] {
  const { labels, parents } = label(sides, width, height);
  const shapes = new Map<number, Shape>();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const side = sides[at] ?? 0;
      if (side === 0) continue;
      const root = findRoot(parents, labels[at] ?? 0);
      const shape = shapes.get(root);
      if (shape === undefined) {
        shapes.set(root, { left: x, top: y, right: x + 1, bottom: y + 1, area: 1, isDark: side === 1 });
        continue;
      }
      shape.area++;
      if (x < shape.left) shape.left = x;
      if (x >= shape.right) shape.right = x + 1;
      if (y >= shape.bottom) shape.bottom = y + 1;
    }
  }
  return [...shapes.values()];
}

function label(sides: Uint8Array, width: number, height: number) {
  const labels = new Int32Array(width * height);
  const parents = new Int32Array((width * height) / 2 + 2);
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const side = sides[at] ?? 0;
      if (side === 0) continue;
      let own = x > 0 && sides[at - 1] === side ? (labels[at - 1] ?? 0) : 0;
      for (let dx = -1; y > 0 && dx <= 1; dx++) {
        if (x + dx < 0 || x + dx >= width || sides[at - width + dx] !== side) continue;
        const other = labels[at - width + dx] ?? 0;
        own = own === 0 ? other : join(parents, own, other);
      }
      if (own === 0) {
        own = ++count;
        parents[own] = own;
      }
      labels[at] = own;
    }
  }
  return { labels, parents };
}

function join(parents: Int32Array, one: number, other: number): number {
  const [a, b] = [findRoot(parents, one), findRoot(parents, other)];
  const root = Math.min(a, b);
  parents[Math.max(a, b)] = root;
  return root;
}

function findRoot(parents: Int32Array, start: number): number {
  let at = start;
  for (let up = parents[at] ?? at; up !== at; up = parents[at] ?? at) {
    parents[at] = parents[up] ?? up;
    at = up;
  }
  return at;
}

/** A letter, or a few that touch: a stroke fills a part of its box, and only a narrow one (l, I, 1) may fill it. */
function isLetterLike({ left, top, right, bottom, area }: Shape): boolean {
  const [width, height] = [right - left, bottom - top];
  if (height < letterHeights.least || height > letterHeights.most) return false;
  if (width > 10 * height) return false;
  const filled = area / (width * height);
  return filled > 0.12 && (filled < 0.9 || width < 0.6 * height);
}
