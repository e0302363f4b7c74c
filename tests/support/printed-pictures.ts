import sharp from 'sharp';
import type { RgbPicture } from '#shared/print/grey-picture.ts';
import type { Typeface } from './typefaces.ts';

/** A line of text in a picture. */
export interface PrintedLine {
  readonly text: string;
  /** Start of the line and its baseline, in pixels. */
  readonly x: number;
  readonly y: number;
  /** The font size in pixels: capitals have about 0.7 of it. */
  readonly size: number;
  readonly colour?: string;
  /** Colour of an outline, as subtitles have. */
  readonly outline?: string;
}

export interface PrintedPicture {
  readonly kind: string;
  readonly width: number;
  readonly height: number;
  /** SVG under the text. */
  readonly ground: string;
  readonly lines: readonly PrintedLine[];
  readonly typeface: Typeface;
}

/** Degradation of a picture before it is read. */
export interface Degradation {
  /** Sigma of a Gaussian, in pixels. */
  readonly blur?: number;
  /** The most steps of 255 by which a pixel changes. */
  readonly noise?: number;
  readonly turnedDegrees?: number;
  readonly isMirrored?: boolean;
}

/** The quality of the JPEGs sampled from videos. */
const jpegQuality = 50;

/** Draws a picture and writes it as JPEG, as the offline engine receives it. */
export async function drawPrinted(picture: PrintedPicture, wear: Degradation = {}): Promise<Buffer> {
  const { width, height } = picture;
  // Flattened first: pictures with transparency are blurred differently.
  const opaque = await sharp(Buffer.from(toSvg(picture)))
    .removeAlpha()
    .png()
    .toBuffer();
  let drawing = sharp(opaque);
  if (wear.blur) drawing = drawing.blur(wear.blur);
  if (wear.isMirrored) drawing = drawing.flop();
  if (wear.turnedDegrees) drawing = drawing.rotate(wear.turnedDegrees, { background: '#808080' });
  const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
  if (wear.noise) addNoise(data, wear.noise, width * 31 + height);
  return await sharp(data, { raw: info }).jpeg({ quality: jpegQuality }).toBuffer();
}

/** Its pixels, for the reader of print. */
export async function toRgb(picture: Buffer): Promise<RgbPicture> {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: new Uint8Array(data) };
}

function toSvg({ width, height, ground, lines, typeface }: PrintedPicture): string {
  const { family, weight, style } = typeface;
  const texts = lines.map(
    ({ text, x, y, size, colour = '#1a1a1a', outline }) =>
      `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}"${outline ? ` stroke="${outline}" stroke-width="${size / 9}" paint-order="stroke" stroke-linejoin="round"` : ''}>${toXml(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}<g font-family="'${family}'" font-weight="${weight}" font-style="${style}">${texts.join('')}</g></svg>`;
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Deterministic noise (a linear congruential generator). */
export function addNoise(bytes: Uint8Array, most: number, seed: number): void {
  const random = makeRandom(seed);
  bytes.forEach((value, at) => {
    bytes[at] = Math.min(255, Math.max(0, value + Math.round((2 * random() - 1) * most)));
  });
}

/** Numbers of 0 to 1, the same for the same seed. */
export function makeRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
