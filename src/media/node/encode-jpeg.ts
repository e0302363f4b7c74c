import { toAvFrame } from '@mediabunny/server';
import type { VideoSample } from 'mediabunny';
import {
  AV_FRAME_FLAG_INTERLACED,
  AV_PIX_FMT_RGB24,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_RGB,
  FFmpegError,
  Frame,
  SoftwareScaleContext,
} from 'node-av';
import sharp from 'sharp';
import { frameJpegQuality } from '#shared/defaults.ts';
import { fitPicture } from '../frames/pictures.ts';
import { mapColours, needsColourMapping } from './map-colours.ts';

// A decoding process handles pictures in parallel already; more threads for each made it three times slower.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Encodes a decoded picture as JPEG in Node: upright, square pixels, original size unless too large.
 * @param maxPixels default: those of the largest picture for vision
 */
export async function encodeJpeg(picture: VideoSample, maxPixels?: number): Promise<Uint8Array<ArrayBuffer>> {
  using rgb = await toRgb(picture);
  let image = sharp(packRows(rgb), { raw: { width: rgb.width, height: rgb.height, channels: 3 } });
  if (picture.rotation !== 0) image = image.rotate(picture.rotation);
  if (picture.flip) image = image.flop();
  const displayed = { width: picture.displayWidth, height: picture.displayHeight };
  const { width, height } = fitPicture(displayed, maxPixels);
  const isSquare = picture.pixelAspectRatio.num === picture.pixelAspectRatio.den;
  if (!isSquare || width < displayed.width) image = image.resize(width, height, { fit: 'fill' });
  if (needsColourMapping(rgb.colorPrimaries, rgb.colorTrc)) {
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    mapColours(data, rgb.colorPrimaries, rgb.colorTrc);
    image = sharp(data, { raw: info });
  }
  const options = { quality: frameJpegQuality * 100, optimiseCoding: false, mozjpeg: false };
  return new Uint8Array(await image.jpeg(options).toBuffer());
}

/**
 * RGB pixels in the picture's own primaries and transfer: the scaler would compute other mappings anew for each picture, which
 * takes seconds.
 */
async function toRgb(picture: VideoSample): Promise<Frame> {
  using coded = new Frame();
  coded.alloc();
  await toAvFrame(picture, coded);
  const rgb = new Frame();
  rgb.alloc();
  rgb.width = coded.width;
  rgb.height = coded.height;
  rgb.format = AV_PIX_FMT_RGB24;
  rgb.colorRange = AVCOL_RANGE_JPEG;
  rgb.colorSpace = AVCOL_SPC_RGB;
  rgb.colorPrimaries = coded.colorPrimaries;
  rgb.colorTrc = coded.colorTrc;
  // Interlaced pictures are converted field by field, which both sides must agree on.
  rgb.flags = coded.flags & AV_FRAME_FLAG_INTERLACED;
  FFmpegError.throwIfError(rgb.allocBuffer(), 'allocate the picture');
  using scaler = new SoftwareScaleContext();
  scaler.allocContext();
  FFmpegError.throwIfError(await scaler.scaleFrame(rgb, coded), 'convert the picture');
  return rgb;
}

/**
 * The pixels without padding between rows, as sharp needs them. The scaler needs the padding: it writes whole vectors, and in
 * tightly packed rows the last pixels of a row were random.
 */
function packRows({ data, linesize, width, height }: Frame): Uint8Array {
  const padded = data?.[0];
  const stride = linesize[0];
  if (!padded || !stride) throw new Error('The decoded picture holds no pixels.');
  const rowBytes = width * 3;
  if (stride === rowBytes) return padded;
  const packed = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row++) {
    packed.set(padded.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
  }
  return packed;
}
