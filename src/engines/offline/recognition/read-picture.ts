import { findPrint, type PrintRegion } from './find-print.ts';
import { cutGrey, type GreyPicture, toGrey } from './grey-picture.ts';
import { isQuotable, toText } from './quotable.ts';
import type { ReadLine, RgbPicture } from './recognised.ts';
import type { Reading, Tesseract } from './tesseract.ts';

/** How much is read in one picture; what is over is left unread. */
export interface PrintLimits {
  /** Lines that are read at most, the largest first. */
  readonly mostLines: number;
  /** After this long no further line is begun; one takes about 30 ms. */
  readonly mostMs: number;
}

/** The longer side of the picture in which lines are looked for: a letter of six of its pixels is the smallest. */
export const searchedSidePixels = 1024;
/** The height of capitals that is read: Tesseract itself brings a line to 36 pixels, from foot to top. */
const readLetterHeight = 30;
/** What lies around a line as a share of its letters' height: room for marks above it and tails below. */
const margin = 0.4;
/** In pixels of the picture itself: of capitals of 8.4 one word in seventy is read wrongly, at a confidence of 0.95. */
const leastLetterHeight = 10.5;
/** White around a line, in pixels: without it Tesseract takes a line of two figures for an empty page. */
const whiteBorder = 8;
/** A longer line is no title: 60 times as wide as its letters are high, about 90 letters. */
const widestLine = 60;

/** Reads the print in a picture, the largest lines first. */
export function readPicture(
  picture: RgbPicture,
  readers: readonly Tesseract[],
  limits: PrintLimits,
  now: () => number,
): ReadLine[] {
  const end = now() + limits.mostMs;
  const lines: ReadLine[] = [];
  let count = 0;
  const searched = toGrey(picture, searchedSidePixels);
  for (const region of findPrint(searched)) {
    if (count >= limits.mostLines || now() >= end) break;
    if (region.right - region.left > widestLine * region.letterHeight) continue;
    if (region.letterHeight * (picture.height / searched.height) < leastLetterHeight) continue;
    count++;
    const reading = readSurest(cutLine(picture, region, searched), readers);
    if (reading === undefined || !isQuotable(reading)) continue;
    lines.push({ text: toText(reading), confidence: reading.confidence, box: toBox(region, searched) });
  }
  return lines;
}

function readSurest(line: GreyPicture, readers: readonly Tesseract[]): Reading | undefined {
  return readers
    .map(reader => reader.readLine(line))
    .reduce<Reading | undefined>(
      (best, next) => (best && best.confidence >= next.confidence ? best : next),
      undefined,
    );
}

function toBox({ left, top, right, bottom }: PrintRegion, { width, height }: GreyPicture) {
  return { left: left / width, top: top / height, right: right / width, bottom: bottom / height };
}

/** A line as Tesseract likes it: dark on light, in full contrast, of one height. */
export function cutLine(picture: RgbPicture, region: PrintRegion, searched: GreyPicture): GreyPicture {
  const [across, down] = [picture.width / searched.width, picture.height / searched.height];
  const around = margin * region.letterHeight;
  const part = {
    left: Math.max(0, Math.floor((region.left - around) * across)),
    top: Math.max(0, Math.floor((region.top - around) * down)),
    right: Math.min(picture.width, Math.ceil((region.right + around) * across)),
    bottom: Math.min(picture.height, Math.ceil((region.bottom + around) * down)),
  };
  const line = cutGrey(picture, part, readLetterHeight / (region.letterHeight * down));
  return frame(stretch(line, region.isDark));
}

/** Full contrast: the darkest and lightest hundredth become black and white, and light print becomes dark. */
function stretch(line: GreyPicture, isDark: boolean): GreyPicture {
  const sorted = line.values.toSorted();
  const low = sorted[Math.floor(sorted.length * 0.01)] ?? 0;
  const high = sorted[Math.floor(sorted.length * 0.99)] ?? 255;
  const values = line.values.map(value => {
    const share = Math.min(1, Math.max(0, (value - low) / Math.max(1, high - low)));
    return Math.round(255 * (isDark ? share : 1 - share));
  });
  return { ...line, values };
}

function frame({ width, height, values }: GreyPicture): GreyPicture {
  const framed = { width: width + 2 * whiteBorder, height: height + 2 * whiteBorder };
  const white = new Uint8Array(framed.width * framed.height).fill(255);
  for (let y = 0; y < height; y++) {
    const row = values.subarray(y * width, (y + 1) * width);
    white.set(row, (y + whiteBorder) * framed.width + whiteBorder);
  }
  return { ...framed, values: white };
}
