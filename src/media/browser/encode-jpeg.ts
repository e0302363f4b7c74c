import type { VideoSample } from 'mediabunny';
import { frameJpegQuality } from '#shared/defaults.ts';
import { fitPicture } from '../frames/pictures.ts';

/** Encodes a decoded picture as JPEG in the browser: upright, square pixels, original size unless too large. */
export async function encodeJpeg(picture: VideoSample): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = fitPicture({ width: picture.displayWidth, height: picture.displayHeight });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no canvas to draw the picture on.');
  picture.draw(context, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: frameJpegQuality });
  return new Uint8Array(await blob.arrayBuffer());
}
