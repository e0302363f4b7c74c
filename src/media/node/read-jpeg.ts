import sharp, { type Sharp } from 'sharp';
import { frameJpegQuality } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import { fill } from '#shared/messages/message.ts';
import type { RgbPicture } from '#shared/print/grey-picture.ts';
import { type PictureSize, requireBoundedJpeg } from '../frames/pictures.ts';

// Import only in a process that may crash. As for encoding: one picture at a time, no cache.
sharp.concurrency(1);
sharp.cache(false);

export type FittedJpeg = PictureSize & { readonly jpeg: Uint8Array<ArrayBuffer> };

/**
 * Decodes a JPEG, scaled down if its longer side exceeds `maxSidePixels`.
 * @param number of the frame, from 1, for errors
 * @throws CodedError as `requireBoundedJpeg`, and `invalid_video` if it cannot be read completely
 */
export async function decodeJpeg(
  jpeg: Uint8Array,
  maxSidePixels: number,
  number: number,
): Promise<RgbPicture> {
  const { data, width, height } = await shrink(jpeg, maxSidePixels, number, small =>
    small.removeAlpha().raw(),
  );
  return { pixels: data, width, height };
}

/** A JPEG whose longer side has at most this many pixels. Parameters and errors as {@link decodeJpeg}. */
export async function fitJpeg(jpeg: Uint8Array, maxSidePixels: number, number: number): Promise<FittedJpeg> {
  const coding = { quality: frameJpegQuality * 100, optimiseCoding: false, mozjpeg: false };
  const { data, width, height } = await shrink(jpeg, maxSidePixels, number, small => small.jpeg(coding));
  return { jpeg: data, width, height };
}

async function shrink(
  jpeg: Uint8Array,
  maxSidePixels: number,
  number: number,
  write: (small: Sharp) => Sharp,
): Promise<PictureSize & { readonly data: Uint8Array<ArrayBuffer> }> {
  // Checked first, so that no other decoder (SVG, TIFF and so on) is ever used.
  requireBoundedJpeg(jpeg, number);
  try {
    const small = sharp(jpeg, { failOn: 'truncated' })
      .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const { data, info } = await write(small).toBuffer({ resolveWithObject: true });
    // A view, not a copy: a picture is large, and nothing else uses sharp's buffer.
    const bytes = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
    return { data: bytes, width: info.width, height: info.height };
  } catch (cause) {
    throw new CodedError('invalid_video', { message: fill(frameMessages.damaged, { number }), cause });
  }
}

export async function squarePicture(
  { pixels, width, height }: RgbPicture,
  sidePixels: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const square = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(sidePixels, sidePixels, { fit: 'fill' })
    .raw()
    .toBuffer();
  return new Uint8Array(square);
}
