import sharp from 'sharp';
import { CodedError } from '#shared/errors.ts';
import { frameJpegQuality } from '#shared/limits.ts';
import type { PictureSize } from '../frames/fit-picture.ts';
import { requireModestJpeg } from '../frames/require-modest-jpeg.ts';

// As where pictures are written: one of them at a time, and none kept.
sharp.concurrency(1);
sharp.cache(false);

/** A JPEG and the size of its picture. */
export interface FittedJpeg extends PictureSize {
  readonly jpeg: Uint8Array<ArrayBuffer>;
}

/**
 * A JPEG in its own shape whose longer side has so many pixels. Import it only in a process that may crash.
 * @param place what the picture is called in an error, such as "Picture 3"
 * @throws CodedError as `requireModestJpeg` does, and `invalid_video` when it cannot be read to its end
 */
export async function fitJpeg(jpeg: Uint8Array, maxSidePixels: number, place: string): Promise<FittedJpeg> {
  // Looked at first, so that no other decoder (SVG, TIFF and so on) is ever asked.
  requireModestJpeg(jpeg, place);
  try {
    const { data, info } = await sharp(jpeg, { failOn: 'truncated' })
      .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: frameJpegQuality * 100, optimiseCoding: false, mozjpeg: false })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: new Uint8Array(data), width: info.width, height: info.height };
  } catch (cause) {
    throw new CodedError('invalid_video', { message: `${place} is a JPEG picture that is damaged.`, cause });
  }
}
