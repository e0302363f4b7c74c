import { createOCREngine } from 'tesseract-wasm';
import { findPrint, type PrintRegion } from '#shared/print/find-print.ts';
import { type GreyPicture, type RgbPicture, scaleGrey, toGrey } from '#shared/print/grey-picture.ts';
import type { ReadLine } from './recognised.ts';

interface Reading {
  readonly words: readonly ReadWord[];
  /** The reader's own, 0 to 1: the mean over the words. */
  readonly confidence: number;
}

interface ReadWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

type Tesseract = Awaited<ReturnType<typeof loadTesseract>>;

/**
 * Starts Tesseract 5's recognition of lines, compiled to WebAssembly, with the model of one language.
 * Takes about 60 ms and 80 MB.
 * @throws Error when the model is none
 */
export async function loadTesseract(wasm: Uint8Array, model: Uint8Array) {
  const engine = await createOCREngine({ wasmBinary: wasm });
  engine.loadModel(model);
  // One line a picture, of a known resolution, never light on dark: nothing of it has to be found out.
  engine.setVariable('tessedit_pageseg_mode', '7');
  engine.setVariable('user_defined_dpi', '300');
  engine.setVariable('tessedit_do_invert', '0');
  return {
    /** Reads a picture of one line, dark on light; fills the thread for about 30 ms. */
    readLine(picture: GreyPicture): Reading {
      engine.loadImage({ data: toRgba(picture), width: picture.width, height: picture.height });
      try {
        const words = engine
          .getTextBoxes('word')
          .map(({ text, confidence }) => ({ text: text.trim(), confidence }));
        const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
        return { words, confidence };
      } finally {
        engine.clearImage();
      }
    },
  };
}

function toRgba({ values }: GreyPicture): Uint8Array {
  const rgba = new Uint32Array(values.length);
  for (let at = 0; at < values.length; at++) rgba[at] = 0xff000000 | ((values[at] ?? 0) * 0x010101);
  return new Uint8Array(rgba.buffer);
}

const minConfidence = 0.8;

/** Of each of its words: one that is a guess would be quoted among sure ones. */
const minWordConfidence = 0.6;
/** The least confidence of a text of fewer letters than this: what a picture's grain is taken for is short ("vy", 0.82). */
const short = { letters: 4, minConfidence: 0.9 } as const;
/** Specks behind a subtitle are taken for marks between words ("the.morning", 0.93; but "it's"): the least confidence with one. */
const speck = { pattern: /\p{L}[.,'’‘"“”*·|^~`´]\p{L}{3}/u, minConfidence: 0.94 } as const;
/** What a bullet, a cursor or the rim of a button is read as. */
const ornament = /^[^\p{L}\p{N}!?…&%$€£]+$/u;

/** Whether what was read is sure enough and looks like language or a title: nothing is better than wrong words. */
function isQuotable(reading: Reading): boolean {
  if (reading.confidence < minConfidence) return false;
  if (toWords(reading).some(word => word.confidence < minWordConfidence)) return false;
  const text = toText(reading);
  if (reading.confidence < speck.minConfidence && speck.pattern.test(text)) return false;
  const letters = (text.match(/[\p{L}\p{N}]/gu) ?? []).length;
  return letters >= (reading.confidence < short.minConfidence ? short.letters : 2);
}

function toText(reading: Reading): string {
  return toWords(reading)
    .map(word => word.text)
    .join(' ');
}

function toWords({ words }: Reading): readonly ReadWord[] {
  const isWord = ({ text }: ReadWord) => text !== '' && !ornament.test(text);
  return words
    .slice(words.findIndex(isWord), words.findLastIndex(isWord) + 1)
    .filter(({ text }) => text !== '');
}

interface RememberedLine {
  readonly region: PrintRegion;
  readonly reading: Reading | undefined;
}

interface LineMemory {
  readonly searched: GreyPicture;
  readonly lines: readonly RememberedLine[];
}

/** The sides of the squares whose means are compared: about a stroke of the smallest letters and what is beside it. */
const squareSide = 4;
/** The most steps of 255 by which such a mean differs in the same picture, coded anew: noise of 20 steps makes it 4, a full stop 50. */
const maxDifference = 16;

/** How much is read in one picture; what is over is left unread. */
export interface PrintLimits {
  /** Lines that are read at most, the largest first; those that were in the picture before are not counted. */
  readonly maxLines: number;
  /** After this long no further line is begun; one takes about 30 ms. */
  readonly maxMs: number;
}

/** Lines are looked for in a picture of at most so many pixels a side, a whole number of times smaller. */
const maxSearchedSidePixels = 1400;
/** The height of capitals that is read: Tesseract itself brings a line to 36 pixels, from foot to top. */
const readLetterHeight = 30;
/** What lies around a line as a share of its letters' height: room for marks above it and tails below. */
const margin = 0.4;
/** In pixels of the picture itself: of capitals of 8.4 one word in seventy is read wrongly, at a confidence of 0.95. */
const minLetterHeight = 10.5;
/** White around a line, in pixels: without it Tesseract takes a line of two figures for an empty page. */
const whiteBorder = 8;
/** A longer line is no title: 60 times as wide as its letters are high, about 90 letters. */
const widestLine = 60;

/** @param readers one a language; the surest is believed @param now milliseconds */
export function createPictureReader(readers: readonly Tesseract[], now: () => number) {
  let memory: LineMemory | undefined;
  return {
    /** The lines of a picture, the largest first; what stands as in the picture before is not read again. */
    read(picture: RgbPicture, limits: PrintLimits): ReadLine[] {
      const end = now() + limits.maxMs;
      const side = Math.ceil(Math.max(picture.width, picture.height) / maxSearchedSidePixels);
      const searched = toGrey(picture, side);
      const seen: RememberedLine[] = [];
      const lines: ReadLine[] = [];
      let count = 0;
      for (const region of findPrint(searched)) {
        if (region.letterHeight * side < minLetterHeight) break;
        if (region.right - region.left > widestLine * region.letterHeight) continue;
        let line = recall(memory, region, searched);
        if (!line) {
          if (count >= limits.maxLines || now() >= end) continue;
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
function cutLine(picture: RgbPicture, region: PrintRegion, side: number): GreyPicture {
  const around = margin * region.letterHeight;
  const part = {
    left: Math.max(0, Math.floor((region.left - around) * side)),
    top: Math.max(0, Math.floor((region.top - around) * side)),
    right: Math.min(picture.width, Math.ceil((region.right + around) * side)),
    bottom: Math.min(picture.height, Math.ceil((region.bottom + around) * side)),
  };
  const line = scaleGrey(toGrey(picture, 1, part), readLetterHeight / (region.letterHeight * side));
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

/** What was read in the same place of the picture before, if nothing has changed there. A slide that stays is read once. */
function recall(memory: LineMemory | undefined, region: PrintRegion, searched: GreyPicture) {
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
      if (Math.abs(sumSquare(before, x, y) - sumSquare(now, x, y)) > maxDifference * squareSide ** 2)
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
