import sharp from 'sharp';
import { type Sketch, sketchSidePixels } from '../frames/leave-out-alike.ts';

// As where pictures are written: one of them at a time, and none kept.
sharp.concurrency(1);
sharp.cache(false);

/** Makes a sketch of a picture in Node. Only for pictures of ours: import it only in a process that may crash. */
export async function sketchJpeg(jpeg: Uint8Array): Promise<Sketch> {
  const grey = await sharp(jpeg)
    .resize(sketchSidePixels, sketchSidePixels, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  return new Uint8Array(grey);
}
