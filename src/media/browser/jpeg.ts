import type { VideoSample } from 'mediabunny';
import { frameJpegQuality } from '#shared/defaults.ts';
import type { GreyPicture } from '#shared/print/grey-picture.ts';
import { fitPicture, type PictureBounds } from '../frames/pictures.ts';

export async function encodeJpeg(
  picture: VideoSample,
  bounds?: PictureBounds,
): Promise<Uint8Array<ArrayBuffer>> {
  const { canvas } = draw(picture, bounds);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: frameJpegQuality });
  return new Uint8Array(await blob.arrayBuffer());
}

/** A picture for looking at in code, with the luma of each pixel, by the weights of `toGrey`. */
export async function readGrey(picture: VideoSample, bounds: PictureBounds): Promise<GreyPicture> {
  const { canvas, context } = draw(picture, bounds);
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const values = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < values.length; at++, from += 4)
    values[at] = (77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0)) >> 8;
  return { width, height, values };
}

function draw(picture: VideoSample, bounds?: PictureBounds) {
  const size = fitPicture({ width: picture.displayWidth, height: picture.displayHeight }, bounds);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no canvas to draw the picture on.');
  // Averages pixels; single ones would let noise look like a change.
  context.imageSmoothingQuality = 'high';
  picture.draw(context, 0, 0, size.width, size.height);
  return { canvas, context };
}
