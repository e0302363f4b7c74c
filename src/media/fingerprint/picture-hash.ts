import type { GreyPicture } from '#shared/print/grey-picture.ts';
import type { PictureSize } from '../frames/pictures.ts';

/** What black bars take of a picture, as shares of its height at top and bottom each, and of its width left and right. */
export interface Bars {
  readonly vertical: number;
  readonly horizontal: number;
}

export interface PictureHash {
  /** 64 bits. */
  readonly words: readonly [number, number];
  /** How much the picture shows: 0 is one colour. */
  readonly details: number;
}

export const nothingShown: PictureHash = { words: [0, 0], details: 0 };

/** Cells across and down: those of a row are compared with the next one, and those of a column with the one below. */
const rowCells = { across: 9, down: 4 } as const;
const columnCells = { across: 4, down: 9 } as const;

/**
 * Where a picture gets darker to the right, and where downwards (dHash; https://www.hackerfactor.com/blog/index.php?/archives/529-Kind-of-Like-That.html):
 * size, coding, brightness and contrast hardly change that, and a caption or a logo only where it stands.
 */
export function createPictureHasher(bars: Bars) {
  let plan: (PictureSize & { readonly rows: Cells; readonly columns: Cells }) | undefined;
  return ({ width, height, values }: GreyPicture): PictureHash => {
    if (plan?.width !== width || plan.height !== height) {
      const [rows, columns] = [rowCells, columnCells].map(cells => planCells({ width, height }, bars, cells));
      if (!rows || !columns) return nothingShown;
      plan = { width, height, rows, columns };
    }
    const beside = measureCells(plan.rows, values, width);
    const below = measureCells(plan.columns, values, width);
    const words: [number, number] = [0, 0];
    for (let bit = 0; bit < 32; bit++) {
      const cell = bit + Math.floor(bit / (rowCells.across - 1));
      if (isDarker(beside[cell + 1], beside[cell])) words[0] |= 1 << bit;
      if (isDarker(below[bit + columnCells.across], below[bit])) words[1] |= 1 << bit;
    }
    return { words: [words[0] >>> 0, words[1] >>> 0], details: measureDetails(plan.rows, values, width) };
  };
}

/** Of 255: smaller differences are noise of the coding. Our measurement. */
const leastDifference = 0.5;

function isDarker(one = 0, than = 0): boolean {
  return than - one > leastDifference;
}

/** Pixels of a cell in one direction, with how much of each is in it. */
type Reach = readonly (readonly [pixel: number, share: number])[];
interface Cells {
  readonly across: readonly Reach[];
  readonly down: readonly Reach[];
}

function planCells(
  { width, height }: PictureSize,
  { vertical, horizontal }: Bars,
  { across, down }: typeof rowCells | typeof columnCells,
): Cells {
  return { across: divide(width, horizontal, across), down: divide(height, vertical, down) };
}

function divide(side: number, bar: number, count: number): Reach[] {
  const [start, length] = [side * bar, side * (1 - 2 * bar)];
  return Array.from({ length: count }, (_, cell) => {
    const [from, to] = [cell, cell + 1].map(at => start + (at * length) / count) as [number, number];
    const first = Math.floor(from);
    return Array.from({ length: Math.ceil(to) - first }, (_, at) => {
      const pixel = first + at;
      return [pixel, Math.min(pixel + 1, to) - Math.max(pixel, from)] as const;
    });
  });
}

/** Means. */
function measureCells({ across, down }: Cells, values: Uint8Array, width: number): number[] {
  return down.flatMap(rows =>
    across.map(columns => {
      let [sum, area] = [0, 0];
      for (const [y, high] of rows)
        for (const [x, wide] of columns) {
          sum += high * wide * (values[y * width + x] ?? 0);
          area += high * wide;
        }
      return sum / area;
    }),
  );
}

/** Twice the standard deviation. */
function measureDetails({ across, down }: Cells, values: Uint8Array, width: number): number {
  let [sum, squares, count] = [0, 0, 0];
  for (const [y] of down.flat())
    for (const [x] of across.flat()) {
      const value = values[y * width + x] ?? 0;
      sum += value;
      squares += value * value;
      count++;
    }
  const variance = squares / count - (sum / count) ** 2;
  return Math.min(255, Math.round(2 * Math.sqrt(Math.max(0, variance))));
}

/** Coded black is a little brighter, and not quite even. */
const blackest = 24;
const leastShare = 0.8;
/** Wider bars leave too little. */
const widestBar = 0.4;

/** @param pictures spread over a film: a dark edge of one is no bar */
export function findBars(pictures: readonly GreyPicture[]): Bars {
  const seen = pictures.filter(({ values }) => values.some(value => value > 2 * blackest));
  const find = (measure: (picture: GreyPicture) => number) => {
    const bars = seen.map(measure).sort((one, other) => one - other);
    const bar = bars[Math.floor(bars.length * (1 - leastShare))] ?? 0;
    // Bars have an edge, where most pictures begin; what stands on black begins anywhere.
    const tolerance = 0.02;
    const atEdge = bars.filter(each => Math.abs(each - bar) < tolerance);
    return bar <= widestBar && atEdge.length >= bars.length / 2 ? bar : 0;
  };
  return { vertical: find(measureTopAndBottom), horizontal: find(measureSides) };
}

function measureTopAndBottom({ width, height, values }: GreyPicture): number {
  const isBlack = (y: number) =>
    values.subarray(y * width, (y + 1) * width).every(value => value <= blackest);
  return countBoth(height, isBlack) / height;
}

function measureSides({ width, height, values }: GreyPicture): number {
  const isBlack = (x: number) => {
    for (let y = 0; y < height; y++) if ((values[y * width + x] ?? 0) > blackest) return false;
    return true;
  };
  return countBoth(width, isBlack) / width;
}

/** Black lines that are on both sides. */
function countBoth(side: number, isBlack: (line: number) => boolean): number {
  let count = 0;
  while (count < side / 2 && isBlack(count) && isBlack(side - 1 - count)) count++;
  return count;
}
