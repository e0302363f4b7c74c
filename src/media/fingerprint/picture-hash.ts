import type { GreyPicture } from '#shared/print/grey-picture.ts';

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

/** The 64 lowest frequencies across and down, without the mean brightness. */
const frequencies = 9;
const lowest = Array.from({ length: frequencies ** 2 }, (_, at) => ({
  across: at % frequencies,
  down: Math.floor(at / frequencies),
}))
  .toSorted((one, other) => one.across ** 2 + one.down ** 2 - other.across ** 2 - other.down ** 2)
  .slice(1, 65);

/**
 * The low frequencies of a picture against their median (pHash: Zauner, "Implementation and Benchmarking of Perceptual Image Hash
 * Functions", 2010): size, coding, brightness and contrast hardly change them.
 */
export function createPictureHasher({ vertical, horizontal }: Bars) {
  let waves: { readonly width: number; readonly height: number; across: Wave; down: Wave } | undefined;
  return ({ width, height, values }: GreyPicture): PictureHash => {
    if (waves?.width !== width || waves.height !== height)
      waves = { width, height, across: makeWave(width, horizontal), down: makeWave(height, vertical) };
    const { across, down } = waves;
    const sums = new Float64Array(frequencies ** 2);
    const rowSums = new Float64Array(frequencies);
    let squares = 0;
    for (let y = down.from; y < down.to; y++) {
      rowSums.fill(0);
      for (let x = across.from; x < across.to; x++) {
        const value = values[y * width + x] as number;
        squares += value * value;
        for (let wave = 0; wave < frequencies; wave++)
          rowSums[wave] =
            (rowSums[wave] as number) + value * (across.values[x * frequencies + wave] as number);
      }
      for (let row = 0; row < frequencies; row++) {
        const weight = down.values[y * frequencies + row] as number;
        for (let wave = 0; wave < frequencies; wave++)
          sums[row * frequencies + wave] =
            (sums[row * frequencies + wave] as number) + weight * (rowSums[wave] as number);
      }
    }
    const pixels = (down.to - down.from) * (across.to - across.from);
    const mean = (sums[0] ?? 0) / pixels;
    const deviation = Math.sqrt(Math.max(0, squares / pixels - mean * mean));
    return { words: toWords(sums), details: Math.min(255, Math.round(2 * deviation)) };
  };
}

interface Wave {
  readonly from: number;
  readonly to: number;
  /** Of each pixel, all frequencies. */
  readonly values: Float64Array;
}

function makeWave(side: number, bar: number): Wave {
  const from = Math.min(Math.round(side * bar), (side - 1) >> 1);
  const to = side - from;
  const values = Float64Array.from({ length: side * frequencies }, (_, at) => {
    const place = (Math.floor(at / frequencies) + 0.5 - from) / (to - from);
    return Math.cos(Math.PI * place * (at % frequencies));
  });
  return { from, to, values };
}

function toWords(sums: Float64Array): [number, number] {
  const used = lowest.map(({ across, down }) => sums[down * frequencies + across] ?? 0);
  const sorted = used.toSorted((one, other) => one - other);
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2;
  const words: [number, number] = [0, 0];
  for (const [at, value] of used.entries()) {
    const word = at < 32 ? 0 : 1;
    if (value > median) words[word] = (words[word] | (1 << (at % 32))) >>> 0;
  }
  return words;
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
