import type { PrintRegion } from './find-print.ts';
import type { GreyPicture } from './grey-picture.ts';
import type { Reading } from './tesseract.ts';

/** A line that was read, also one in which nothing was. */
export interface RememberedLine {
  readonly region: PrintRegion;
  readonly reading: Reading | undefined;
}

/** What was read in the picture before. */
export interface LineMemory {
  readonly searched: GreyPicture;
  readonly lines: readonly RememberedLine[];
}

/** The sides of the squares whose means are compared: about a stroke of the smallest letters and what is beside it. */
const squareSide = 4;
/** The most steps of 255 by which such a mean differs in the same picture, coded anew: noise of 20 steps makes it 4, a full stop 50. */
const mostDifference = 16;

/** What was read in the same place of the picture before, if nothing has changed there. A slide that stays is read once. */
export function recall(memory: LineMemory | undefined, region: PrintRegion, searched: GreyPicture) {
  if (memory?.searched.width !== searched.width || memory.searched.height !== searched.height)
    return undefined;
  const same = memory.lines.find(line => isSamePlace(line.region, region));
  return same && hasNotChanged(memory.searched, searched, region) ? same : undefined;
}

/** Whether two regions differ by a quarter of a letter at most: their edges tremble with the noise. */
function isSamePlace(one: PrintRegion, other: PrintRegion): boolean {
  const most = Math.max(1, one.letterHeight / 4);
  return (['left', 'top', 'right', 'bottom'] as const).every(
    side => Math.abs(one[side] - other[side]) <= most,
  );
}

function hasNotChanged(
  before: GreyPicture,
  now: GreyPicture,
  { left, top, right, bottom }: PrintRegion,
): boolean {
  for (let y = top; y < bottom; y += squareSide) {
    for (let x = left; x < right; x += squareSide)
      if (Math.abs(sumSquare(before, x, y) - sumSquare(now, x, y)) > mostDifference * squareSide ** 2)
        return false;
  }
  return true;
}

/** Beyond the picture's edge nothing is added, in neither picture. */
function sumSquare({ width, values }: GreyPicture, left: number, top: number): number {
  let sum = 0;
  for (let y = top; y < top + squareSide; y++)
    for (let x = left; x < left + squareSide; x++) sum += values[y * width + x] ?? 0;
  return sum;
}
