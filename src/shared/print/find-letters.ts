import type { GreyPicture, Rectangle } from './grey-picture.ts';

/** What a pixel is against the mean of its surrounding. */
export const sides = { neither: 0, darker: 1, lighter: 2 } as const;

export interface Shape extends Rectangle {
  readonly isDark: boolean;
  readonly area: number;
  /** Mean brightness, 0 to 255. */
  readonly brightness: number;
}

/** More shapes than this, while they are joined, are noise: a page full of the smallest letters has a quarter of it. */
const maxShapes = 65_536;

/** A shape while its pixels are counted. */
interface GrowingShape {
  left: number;
  top: number;
  right: number;
  bottom: number;
  area: number;
  /** Of the brightness of its pixels. */
  sum: number;
  readonly side: number;
}

/**
 * Joins pixels of the same side that touch, also by a corner: runs of a row with those of the row above (Rosenfeld and
 * Pfaltz, "Sequential operations in digital picture processing", 1966). Linear in the pixels.
 * @param marks of each pixel one of `sides`
 * @returns none where the picture is noise
 */
function connectPixels({ width, height, values }: GreyPicture, marks: Uint8Array): Shape[] {
  const shapes: GrowingShape[] = [];
  // A shape that turns out to be a part of another has it as its parent, at a lower place.
  const parents: number[] = [];
  // Of each pixel of a row the shape that it belongs to.
  let [above, row] = [new Int32Array(width), new Int32Array(width)];
  for (let y = 0; y < height; y++) {
    const start = y * width;
    for (let left = 0, right = 0; left < width; left = right) {
      const side = marks[start + left] ?? 0;
      for (right = left + 1; right < width && marks[start + right] === side; ) right++;
      if (side === sides.neither) continue;
      let at = -1;
      for (let x = Math.max(0, left - 1); y > 0 && x < Math.min(width, right + 1); x++)
        if (marks[start - width + x] === side) at = join(parents, at, above[x] ?? 0);
      if (at < 0) {
        if (shapes.length >= maxShapes) return [];
        at = shapes.length;
        shapes.push({ left, top: y, right, bottom: y, area: 0, sum: 0, side });
        parents.push(at);
      }
      row.fill(at, left, right);
      const shape = shapes[at] as GrowingShape;
      shape.left = Math.min(shape.left, left);
      shape.right = Math.max(shape.right, right);
      shape.bottom = y + 1;
      shape.area += right - left;
      for (let x = left; x < right; x++) shape.sum += values[start + x] ?? 0;
    }
    [above, row] = [row, above];
  }
  return listWhole(shapes, parents);
}

/** @returns the lower of two roots, of which the other is now a part */
function join(parents: number[], known: number, touched: number): number {
  const root = findRoot(parents, touched);
  if (known < 0 || known === root) return root;
  const [low, high] = [Math.min(known, root), Math.max(known, root)];
  parents[high] = low;
  return low;
}

/** Of each place the one that it belongs to, in few steps: it shortens the way for the next time. */
export function findRoot(parents: number[], start: number): number {
  let at = start;
  while (parents[at] !== at) {
    parents[at] = parents[parents[at] ?? at] ?? at;
    at = parents[at] ?? at;
  }
  return at;
}

function listWhole(shapes: readonly GrowingShape[], parents: readonly number[]): Shape[] {
  const whole: Shape[] = [];
  // From the last: whatever is added to a part is passed on with it.
  for (let at = shapes.length - 1; at >= 0; at--) {
    const { left, top, right, bottom, area, sum, side } = shapes[at] as GrowingShape;
    const of = shapes[parents[at] ?? at] as GrowingShape;
    if (parents[at] === at) {
      const isDark = side === sides.darker;
      whole.push({ left, top, right, bottom, area, isDark, brightness: sum / area });
      continue;
    }
    of.left = Math.min(of.left, left);
    of.top = Math.min(of.top, top);
    of.right = Math.max(of.right, right);
    of.bottom = Math.max(of.bottom, bottom);
    of.area += area;
    of.sum += sum;
  }
  return whole;
}

/**
 * The letters' heights that are looked for, in pixels: below they are no shapes, and higher ones are looked for in a smaller
 * picture. Letters of 20 to 40 have two chances, because those of a title touch in the smaller one.
 */
export const letterHeights = { least: 6, most: 40 } as const;

/** Half the side of the square whose mean a pixel is compared with: wider than any stroke of the highest letter. */
const surroundingPixels = 20;
/** How many steps of 255 a pixel differs from the mean of its surrounding, to belong to a shape. */
const minContrast = 18;
/**
 * The same as a share of the standard deviation of the surrounding (as in Niblack, "An introduction to digital image
 * processing", 1986): in print it lies near the middle between ink and paper, so that soft edges join no letters.
 */
const minDeviation = 0.75;
/** More shapes than this (about three full pages) are noise, in which nobody reads. */
const maxLetters = 6000;

export interface Letters {
  readonly shapes: readonly Shape[];
  /** For each pixel one of `sides`. */
  readonly marks: Uint8Array;
}

/** Looks for shapes like letters, both dark and light ones. Linear in the pixels. */
export function findLetters(grey: GreyPicture): Letters {
  const marks = compareWithSurrounding(grey);
  const shapes = connectPixels(grey, marks).filter(isLetterLike);
  return { marks, shapes: shapes.length > maxLetters ? [] : shapes };
}

/** For each pixel, whether it is darker or lighter than the square around it, or neither. */
function compareWithSurrounding({ width, height, values }: GreyPicture): Uint8Array {
  const marks = new Uint8Array(width * height);
  const columns = { sums: new Float64Array(width), squares: new Float64Array(width), rows: 0 };
  const add = (row: number, sign: number) => {
    columns.rows += sign;
    for (let x = 0; x < width; x++) {
      const value = values[row * width + x] ?? 0;
      columns.sums[x] = (columns.sums[x] ?? 0) + sign * value;
      columns.squares[x] = (columns.squares[x] ?? 0) + sign * value * value;
    }
  };
  for (let row = 0; row < Math.min(height, surroundingPixels); row++) add(row, 1);
  for (let y = 0; y < height; y++) {
    if (y + surroundingPixels < height) add(y + surroundingPixels, 1);
    if (y > surroundingPixels) add(y - surroundingPixels - 1, -1);
    markRow(marks.subarray(y * width, (y + 1) * width), values.subarray(y * width, (y + 1) * width), columns);
  }
  return marks;
}

/** Of each column the rows that surround a row, added up. */
type Columns = { readonly sums: Float64Array; readonly squares: Float64Array; readonly rows: number };

function markRow(marks: Uint8Array, values: Uint8Array, { sums, squares, rows }: Columns): void {
  const width = values.length;
  let [sum, square] = [0, 0];
  const add = (x: number, sign: number) => {
    sum += sign * (sums[x] ?? 0);
    square += sign * (squares[x] ?? 0);
  };
  for (let x = 0; x < Math.min(width, surroundingPixels); x++) add(x, 1);
  for (let x = 0; x < width; x++) {
    if (x + surroundingPixels < width) add(x + surroundingPixels, 1);
    if (x > surroundingPixels) add(x - surroundingPixels - 1, -1);
    const count = rows * (Math.min(width, x + surroundingPixels + 1) - Math.max(0, x - surroundingPixels));
    const mean = sum / count;
    const difference = (values[x] ?? 0) - mean;
    if (Math.abs(difference) <= minContrast) continue;
    if (difference * difference <= minDeviation ** 2 * (square / count - mean * mean)) continue;
    marks[x] = difference < 0 ? sides.darker : sides.lighter;
  }
}

/** A letter, or a few that touch: a stroke fills a part of its box, and only a narrow one (l, I, 1) may fill it. */
function isLetterLike({ left, top, right, bottom, area }: Shape): boolean {
  const [width, height] = [right - left, bottom - top];
  if (height < letterHeights.least || height > letterHeights.most) return false;
  if (width > 10 * height) return false;
  const filled = area / (width * height);
  return filled > 0.12 && (filled < 0.9 || width < 0.6 * height);
}
