import { findPrint, type PrintRegion } from './find-print.ts';
import { cutGrey, type GreyPicture, scaleGrey, toGrey } from './grey-picture.ts';
import { type LineMemory, type RememberedLine, recall } from './line-memory.ts';
import { isQuotable, toText } from './quotable.ts';
import type { ReadLine, RgbPicture } from './recognised.ts';
import type { Reading, Tesseract } from './tesseract.ts';

/** How much is read in one picture; what is over is left unread. */
export interface PrintLimits {
  /** Lines that are read at most, the largest first; those that were in the picture before are not counted. */
  readonly mostLines: number;
  /** After this long no further line is begun; one takes about 30 ms. */
  readonly mostMs: number;
}

/** Lines are looked for in a picture of at most so many pixels a side, a whole number of times smaller. */
const mostSearchedSidePixels = 1400;
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

/** Reads the print in pictures, one after the other. */
export interface PictureReader {
  /** The lines of a picture, the largest first; what stands as in the picture before is not read again. */
  read(picture: RgbPicture, limits: PrintLimits): ReadLine[];
}

/**
 * @param readers one a language; the surest is believed
 * @param now milliseconds
 */
export function createPictureReader(readers: readonly Tesseract[], now: () => number): PictureReader {
  let memory: LineMemory | undefined;
  return {
    read(picture, limits) {
      const end = now() + limits.mostMs;
      const side = Math.ceil(Math.max(picture.width, picture.height) / mostSearchedSidePixels);
      const searched = toGrey(picture, side);
      const seen: RememberedLine[] = [];
      const lines: ReadLine[] = [];
      let count = 0;
      for (const region of findPrint(searched)) {
        if (region.letterHeight * side < leastLetterHeight) break;
        if (region.right - region.left > widestLine * region.letterHeight) continue;
        let line = recall(memory, region, searched);
        if (!line) {
          if (count >= limits.mostLines || now() >= end) continue;
          count++;
          line = { region, reading: readSurest(cutLine(picture, region, side), readers) };
        }
        seen.push(line);
        if (!line.reading || !isQuotable(line.reading)) continue;
        const { confidence } = line.reading;
        lines.push({ text: toText(line.reading), confidence, box: toBox(region, searched) });
      }
      memory = { searched, lines: seen };
      return lines;
    },
  };
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

/**
 * A line as Tesseract likes it: dark on light, in full contrast, of one height.
 * @param side pixels of the picture for one of those that the region counts
 */
export function cutLine(picture: RgbPicture, region: PrintRegion, side: number): GreyPicture {
  const around = margin * region.letterHeight;
  const part = {
    left: Math.max(0, Math.floor((region.left - around) * side)),
    top: Math.max(0, Math.floor((region.top - around) * side)),
    right: Math.min(picture.width, Math.ceil((region.right + around) * side)),
    bottom: Math.min(picture.height, Math.ceil((region.bottom + around) * side)),
  };
  const line = scaleGrey(cutGrey(picture, part), readLetterHeight / (region.letterHeight * side));
  return frame(stretch(line, region.isDark));
}

/**
 * Full contrast, dark on white: from the hundredth that is most like ink to the middle of all, which is paper, because ink
 * never takes half of a line. What is behind a subtitle becomes mostly white with it.
 */
function stretch(line: GreyPicture, isDark: boolean): GreyPicture {
  const sorted = line.values.toSorted();
  const ink = sorted[Math.floor((sorted.length - 1) * (isDark ? 0.01 : 0.99))] ?? 0;
  const paper = sorted[sorted.length >> 1] ?? 255;
  const range = isDark ? Math.max(1, paper - ink) : Math.min(-1, paper - ink);
  const values = line.values.map(value => Math.round(255 * Math.min(1, Math.max(0, (value - ink) / range))));
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
