import sharp from 'sharp';
import type { Rgb } from './make-clip.ts';

export async function sizeOf(jpeg: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height, format } = await sharp(jpeg).metadata();
  if (format !== 'jpeg') throw new Error('This is no JPEG.');
  return { width, height };
}

/** The colour of a JPEG at a position given as shares of its width and height. */
export async function colorIn(jpeg: Uint8Array, xPart: number, yPart: number): Promise<Rgb> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const x = Math.min(info.width - 1, Math.floor(xPart * info.width));
  const y = Math.min(info.height - 1, Math.floor(yPart * info.height));
  const offset = (y * info.width + x) * 3;
  return [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0];
}

/** The largest difference of two colours in one channel; coding and JPEG change each by a few steps. */
export function colorDistance(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))));
}
