import type { VideoSample } from 'mediabunny';
import { frameJpegQuality } from '#shared/defaults.ts';
import { fitPicture, type Sketch, sketchSidePixels } from '../frames/pictures.ts';

export async function encodeJpeg(picture: VideoSample): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = fitPicture({ width: picture.displayWidth, height: picture.displayHeight });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no canvas to draw the picture on.');
  picture.draw(context, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: frameJpegQuality });
  return new Uint8Array(await blob.arrayBuffer());
}

export async function sketchJpeg(jpeg: Uint8Array<ArrayBuffer>): Promise<Sketch> {
  const bitmap = await createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' }), {
    resizeWidth: sketchSidePixels,
    resizeHeight: sketchSidePixels,
    // Averages pixels; single ones would let noise look like a change.
    resizeQuality: 'high',
  });
  const canvas = new OffscreenCanvas(sketchSidePixels, sketchSidePixels);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas to draw the picture on.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return toGrey(context.getImageData(0, 0, sketchSidePixels, sketchSidePixels).data);
}

/** Luma of each pixel (BT.709). */
function toGrey(rgba: Uint8ClampedArray): Sketch {
  const grey = new Uint8Array(rgba.length / 4);
  for (const at of grey.keys()) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at * 4, at * 4 + 3);
    grey[at] = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }
  return grey;
}
