import sharp from 'sharp';
import { CodedError } from '#shared/errors.ts';
import type { PictureSize } from '../frames/fit-picture.ts';
import { requireModestJpeg } from '../frames/require-modest-jpeg.ts';

// As where pictures are written: one of them at a time, and none kept.
sharp.concurrency(1);
sharp.cache(false);

/** A decoded picture: three bytes of sRGB a pixel, row by row. */
export interface DecodedJpeg extends PictureSize {
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/**
 * Decodes a JPEG in its own shape, made smaller where its longer side has more than `maxSidePixels`. Import it only in a
 * process that may crash.
 * @param place what the picture is called in an error, such as "Picture 3"
 * @throws CodedError as `requireModestJpeg` does, and `invalid_video` when it cannot be read to its end
 */
export async function decodeJpeg(
  jpeg: Uint8Array,
  maxSidePixels: number,
  place: string,
): Promise<DecodedJpeg> {
  // Looked at first, so that no other decoder (SVG, TIFF and so on) is ever asked.
  requireModestJpeg(jpeg, place);
  try {
    const { data, info } = await sharp(jpeg, { failOn: 'truncated' })
      .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { pixels: viewBytes(data), width: info.width, height: info.height };
  } catch (cause) {
    throw new CodedError('invalid_video', { message: `${place} is a JPEG picture that is damaged.`, cause });
  }
}

/** A decoded picture as a square of so many pixels a side, whatever its shape. */
export async function squarePicture(
  { pixels, width, height }: DecodedJpeg,
  sidePixels: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const square = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(sidePixels, sidePixels, { fit: 'fill' })
    .raw()
    .toBuffer();
  return new Uint8Array(square);
}

/** The same bytes, not a copy: a picture is many of them, and sharp's buffer is nobody else's. */
function viewBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
