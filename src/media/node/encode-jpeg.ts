import { toAvFrame } from '@mediabunny/server';
import type { VideoSample } from 'mediabunny';
import * as av from 'node-av';
import sharp, { type Sharp } from 'sharp';
import { frameJpegQuality } from '#shared/defaults.ts';
import { type GreyPicture, toGrey } from '#shared/print/grey-picture.ts';
import { fitPicture, type PictureBounds } from '../frames/pictures.ts';

// A decoding process handles pictures in parallel already; more threads for each made it three times slower.
sharp.concurrency(1);
sharp.cache(false);

/** In Node: upright, square pixels, original size unless too large. */
export async function encodeJpeg(
  picture: VideoSample,
  bounds?: PictureBounds,
): Promise<Uint8Array<ArrayBuffer>> {
  using rgb = await toRgb(picture, bounds);
  const options = { quality: frameJpegQuality * 100, optimiseCoding: false, mozjpeg: false };
  return new Uint8Array(await (await toImage(rgb, picture)).jpeg(options).toBuffer());
}

/** A picture for looking at in code. */
export async function readGrey(picture: VideoSample, bounds: PictureBounds): Promise<GreyPicture> {
  using rgb = await toRgb(picture, bounds);
  const { data, info } = await (await toImage(rgb, picture)).raw().toBuffer({ resolveWithObject: true });
  return toGrey({ pixels: data, width: info.width, height: info.height }, 1);
}

async function toImage(rgb: av.Frame, picture: VideoSample): Promise<Sharp> {
  let image = sharp(packRows(rgb), { raw: { width: rgb.width, height: rgb.height, channels: 3 } });
  if (picture.rotation !== 0) image = image.rotate(picture.rotation);
  if (picture.flip) image = image.flop();
  if (needsColourMapping(rgb.colorPrimaries, rgb.colorTrc)) {
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    mapColours(data, rgb.colorPrimaries, rgb.colorTrc);
    image = sharp(data, { raw: info });
  }
  return image;
}

/**
 * Pixels of the size that is wanted, which the scaler makes on the way, not yet upright. RGB in the picture's own primaries and transfer: the scaler would compute other mappings anew for each picture, which
 * takes seconds.
 */
async function toRgb(picture: VideoSample, bounds?: PictureBounds): Promise<av.Frame> {
  using coded = new av.Frame();
  coded.alloc();
  await toAvFrame(picture, coded);
  const rgb = new av.Frame();
  rgb.alloc();
  const { width, height } = fitPicture(
    { width: picture.displayWidth, height: picture.displayHeight },
    bounds,
  );
  const isOnItsSide = picture.rotation % 180 !== 0;
  [rgb.width, rgb.height] = isOnItsSide ? [height, width] : [width, height];
  rgb.format = av.AV_PIX_FMT_RGB24;
  rgb.colorRange = av.AVCOL_RANGE_JPEG;
  rgb.colorSpace = av.AVCOL_SPC_RGB;
  rgb.colorPrimaries = coded.colorPrimaries;
  rgb.colorTrc = coded.colorTrc;
  // Interlaced pictures are converted field by field, which both sides must agree on.
  rgb.flags = coded.flags & av.AV_FRAME_FLAG_INTERLACED;
  av.FFmpegError.throwIfError(rgb.allocBuffer(), 'allocate the picture');
  using scaler = new av.SoftwareScaleContext();
  scaler.allocContext();
  av.FFmpegError.throwIfError(await scaler.scaleFrame(rgb, coded), 'convert the picture');
  return rgb;
}

/**
 * The pixels without padding between rows, as sharp needs them. The scaler needs the padding: it writes whole vectors, and in
 * tightly packed rows the last pixels of a row were random.
 */
function packRows({ data, linesize, width, height }: av.Frame): Uint8Array {
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

type Row = readonly [red: number, green: number, blue: number];
type Matrix = readonly [Row, Row, Row];

/** Linear light of wide primaries (ITU-T H.273) to BT.709, adapted to its white (Bradford). Players show all others unchanged. */
const matrices: Partial<Record<av.AVColorPrimaries, Matrix>> = {
  [av.AVCOL_PRI_BT2020]: [
    [1.6605, -0.5876, -0.0728],
    [-0.1246, 1.1329, -0.0083],
    [-0.0182, -0.1006, 1.1187],
  ],
  // Display P3.
  [av.AVCOL_PRI_SMPTE432]: [
    [1.2249, -0.2249, 0],
    [-0.0421, 1.0421, 0],
    [-0.0196, -0.0786, 1.0983],
  ],
  // DCI-P3.
  [av.AVCOL_PRI_SMPTE431]: [
    [1.1575, -0.155, -0.0026],
    [-0.0415, 1.0456, -0.0041],
    [-0.0181, -0.0786, 1.0966],
  ],
  [av.AVCOL_PRI_FILM]: [
    [1.3462, -0.3392, -0.007],
    [-0.0474, 1.0661, -0.0187],
    [-0.0217, -0.0613, 1.083],
  ],
};
const identity: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Diffuse white in HDR (ITU-R BT.2408), and the peak brightness of HLG (BT.2100). */
const whiteNits = 203;
const hlgPeakNits = 1000;

const displayGamma = 2.2;

/** Linear light by code. Codes are from 0 to 1; 1 is white, for HLG the brightest light of the scene. */
const lightReaders: Partial<Record<av.AVColorTransferCharacteristic, (code: number) => number>> = {
  [av.AVCOL_TRC_SMPTE2084]: readPq,
  [av.AVCOL_TRC_ARIB_STD_B67]: readHlg,
  [av.AVCOL_TRC_SMPTE428]: code => code ** 2.6,
  [av.AVCOL_TRC_LINEAR]: code => code,
};

/** Table positions by the square root of the light, which gives dark values enough precision. */
const tableEnd = 4096;
const codes = Uint8Array.from({ length: tableEnd + 1 }, (_, at) =>
  Math.round(255 * (at / tableEnd) ** (2 / displayGamma)),
);
/** HLG display light for scene light, by luminance (ITU-R BT.2100, table 5: gamma 1.2). */
const hlgGains = Float32Array.from(
  { length: tableEnd + 1 },
  (_, at) => (hlgPeakNits / whiteNits) * (at / tableEnd) ** 0.4,
);

function needsColourMapping(primaries: av.AVColorPrimaries, transfer: av.AVColorTransferCharacteristic) {
  return matrices[primaries] !== undefined || isHdr(transfer);
}

/**
 * Converts a picture's colours to sRGB in place: wide primaries in linear light, HDR (HLG and PQ) with compressed highlights.
 * @param rgb three bytes a pixel, in the picture's own primaries and transfer
 */
function mapColours(
  rgb: Uint8Array,
  primaries: av.AVColorPrimaries,
  transfer: av.AVColorTransferCharacteristic,
): void {
  const isHlg = transfer === av.AVCOL_TRC_ARIB_STD_B67;
  const readLight = lightReaders[transfer] ?? (code => code ** displayGamma);
  const lights = Float32Array.from({ length: 256 }, (_, code) => readLight(code / 255));
  const greyLight = lights[findPeakCode(rgb)] as number;
  const { knee, a, b, scale } = makeCurve(isHlg ? greyLight * findHlgGain(greyLight) : greyLight);
  const [[redRed, redGreen, redBlue], [greenRed, greenGreen, greenBlue], [blueRed, blueGreen, blueBlue]] =
    matrices[primaries] ?? identity;
  for (let at = 0; at < rgb.length; at += 3) {
    const red = lights[rgb[at] as number] as number;
    const green = lights[rgb[at + 1] as number] as number;
    const blue = lights[rgb[at + 2] as number] as number;
    let gain = isHlg ? findHlgGain(0.2627 * red + 0.678 * green + 0.0593 * blue) : 1;
    const brightest = gain * Math.max(red, green, blue);
    if (brightest > knee) gain *= (scale * (brightest + a)) / ((brightest + b) * brightest);
    rgb[at] = encode(gain * (redRed * red + redGreen * green + redBlue * blue));
    rgb[at + 1] = encode(gain * (greenRed * red + greenGreen * green + greenBlue * blue));
    rgb[at + 2] = encode(gain * (blueRed * red + blueGreen * green + blueBlue * blue));
  }
}

function isHdr(transfer: av.AVColorTransferCharacteristic): boolean {
  return transfer === av.AVCOL_TRC_ARIB_STD_B67 || transfer === av.AVCOL_TRC_SMPTE2084;
}

function findHlgGain(luminance: number): number {
  return hlgGains[(Math.sqrt(luminance) * tableEnd) | 0] as number;
}

function encode(light: number): number {
  const at = light <= 0 ? 0 : light >= 1 ? tableEnd : (Math.sqrt(light) * tableEnd) | 0;
  return codes[at] as number;
}

/** ITU-R BT.2100, table 4. */
function readPq(code: number): number {
  const power = code ** (1 / 78.84375);
  const light = Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power);
  return (10_000 / whiteNits) * light ** (1 / 0.1593017578125);
}

/** ITU-R BT.2100, table 5. */
function readHlg(code: number): number {
  return code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

/**
 * The curve that FFmpeg's `tonemap` filter calls Möbius: light above the knee becomes `scale * (light + a) / (light + b)`, the peak
 * becomes 1. Applied to the brightest channel, and to the others in proportion, it keeps the hue.
 */
function makeCurve(peak: number) {
  if (peak <= 1) return { knee: Number.POSITIVE_INFINITY, a: 0, b: 0, scale: 1 };
  const knee = 0.3;
  const a = (-(knee ** 2) * (peak - 1)) / (knee ** 2 - 2 * knee + peak);
  const b = (knee ** 2 - 2 * knee * peak + peak) / (peak - 1);
  return { knee, a, b, scale: (b + knee) ** 2 / (b - a) };
}

/** The 99th percentile in one channel: a lamp or two must not darken the rest. */
function findPeakCode(rgb: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < rgb.length; at += 3) {
    const brightest = Math.max(rgb[at] as number, rgb[at + 1] as number, rgb[at + 2] as number);
    counts[brightest] = (counts[brightest] as number) + 1;
  }
  let code = 255;
  for (let left = rgb.length / 300; left > (counts[code] as number); code--) left -= counts[code] as number;
  return code;
}
