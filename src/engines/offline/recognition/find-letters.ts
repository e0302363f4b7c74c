import { connectPixels, type Shape, sides } from './connect-pixels.ts';
import type { GreyPicture } from './grey-picture.ts';

/**
 * The letters' heights that are looked for, in pixels: below they are no shapes, and higher ones are looked for in a smaller
 * picture. Letters of 20 to 40 have two chances, because those of a title touch in the smaller one.
 */
export const letterHeights = { least: 6, most: 40 } as const;

/** Half the side of the square whose mean a pixel is compared with: wider than any stroke of the highest letter. */
const surroundingPixels = 20;
/** How many steps of 255 a pixel differs from the mean of its surrounding, to belong to a shape. */
const leastContrast = 18;
/**
 * The same as a share of the standard deviation of the surrounding (as in Niblack, "An introduction to digital image
 * processing", 1986): in print it lies near the middle between ink and paper, so that soft edges join no letters.
 */
const leastDeviation = 0.75;
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
interface Columns {
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  readonly rows: number;
}

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
    if (Math.abs(difference) <= leastContrast) continue;
    if (difference * difference <= leastDeviation ** 2 * (square / count - mean * mean)) continue;
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
