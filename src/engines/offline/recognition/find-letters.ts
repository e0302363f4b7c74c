import type { GreyPicture, Rectangle } from './grey-picture.ts';

/** A connected piece of a picture that is darker or lighter than what surrounds it, of a letter's size and shape. */
export interface LetterShape extends Rectangle {
  readonly isDark: boolean;
}

/** The letters' heights that are looked for, in pixels: below 6 they are no shapes, above 28 a smaller picture shows them. */
export const letterHeights = { least: 6, most: 30 };

/** Half the side of the square whose mean a pixel is compared with: wider than any stroke of the highest letter. */
const surroundingPixels = 16;
/** How many steps of 255 a pixel differs from the mean of its surrounding, to belong to a shape. */
const leastContrast = 18;
/** More shapes than this (about three full pages) are noise, whose letters nobody reads. */
const mostShapes = 6000;

/** Looks for shapes like letters, both dark and light ones. Linear in the pixels. */
export function findLetters(grey: GreyPicture): LetterShape[] {
  const sides = compareWithSurrounding(grey);
  const shapes = connect(sides, grey.width, grey.height);
  const letters = shapes.filter(isLetterLike);
  return letters.length > mostShapes ? [] : letters;
}

/** For each pixel: 1 darker than its surrounding, 2 lighter, 0 neither. */
function compareWithSurrounding({ width, height, values }: GreyPicture): Uint8Array {
  const sums = sumUp({ width, height, values });
  const sides = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - surroundingPixels);
    const bottom = Math.min(height, y + surroundingPixels + 1);
    const [above, below] = [top * (width + 1), bottom * (width + 1)];
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - surroundingPixels);
      const right = Math.min(width, x + surroundingPixels + 1);
      const sum =
        (sums[below + right] ?? 0) -
        (sums[below + left] ?? 0) -
        (sums[above + right] ?? 0) +
        (sums[above + left] ?? 0);
      const difference = (values[y * width + x] ?? 0) - sum / ((right - left) * (bottom - top));
      if (difference < -leastContrast) sides[y * width + x] = 1;
      else if (difference > leastContrast) sides[y * width + x] = 2;
    }
  }
  return sides;
}

/** The sum of all pixels above and left of each corner: (width + 1) × (height + 1). */
function sumUp({ width, height, values }: GreyPicture): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x] ?? 0;
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
