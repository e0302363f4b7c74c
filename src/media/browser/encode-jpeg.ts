import type { VideoSample } from 'mediabunny';
import { frameJpegQuality } from '#shared/limits.ts';

/** Makes a JPEG of a decoded picture in the browser: upright, square pixels, original size. */
export async function encodeJpeg(picture: VideoSample): Promise<Uint8Array<ArrayBuffer>> {
  const { displayWidth: width, displayHeight: height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no canvas to draw the picture on.');
  picture.draw(context, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: frameJpegQuality });
  return new Uint8Array(await blob.arrayBuffer());
}
