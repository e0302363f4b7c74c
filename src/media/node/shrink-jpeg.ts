import sharp from 'sharp';
import { CodedError } from '#shared/errors.ts';
import { requireModestJpeg } from '../require-modest-jpeg.ts';

// As where pictures are written: one of them at a time, and none kept.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Decodes a JPEG to a square of so many pixels a side, whatever its shape. Import it only in a process that may crash.
 * @param place what the picture is called in an error, such as "Picture 3"
 * @returns three bytes of sRGB a pixel, row by row
 * @throws CodedError as `requireModestJpeg` does, and `invalid_video` when it cannot be read to its end
 */
export async function shrinkJpeg(
  jpeg: Uint8Array,
  sidePixels: number,
  place: string,
): Promise<Uint8Array<ArrayBuffer>> {
  // Looked at first, so that no other decoder (SVG, TIFF and so on) is ever asked.
  requireModestJpeg(jpeg, place);
  try {
    const pixels = await sharp(jpeg, { failOn: 'truncated' })
      .resize(sidePixels, sidePixels, { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer();
    return new Uint8Array(pixels);
  } catch (cause) {
    throw new CodedError('invalid_video', { message: `${place} is a JPEG picture that is damaged.`, cause });
  }
}
