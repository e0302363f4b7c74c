import { framesPerVideo } from '#shared/defaults.ts';
import { type CodedError, refuse } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import { maxJpegScans, maxPicturePixels } from '#shared/limits.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import type { GreyPicture } from '#shared/print/grey-picture.ts';

export type PictureSize = { readonly width: number; readonly height: number };

export interface PictureBounds {
  /** Default: those of the largest picture for vision. */
  readonly maxPixels?: number | undefined;
  readonly maxSidePixels?: number | undefined;
}

/** The size of a picture for vision: its own, or the largest of its shape within bounds. */
export function fitPicture(
  { width, height }: PictureSize,
  { maxPixels = maxPicturePixels, maxSidePixels = Number.POSITIVE_INFINITY }: PictureBounds = {},
): PictureSize {
  const scale = Math.min(Math.sqrt(maxPixels / (width * height)), maxSidePixels / Math.max(width, height));
  if (scale >= 1) return { width, height };
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

const sketchSidePixels = 16;
/** A square grey thumbnail, row by row, a byte a pixel: enough to detect changes. */
export type Sketch = Uint8Array;

/** Averages pixels; single ones would let noise look like a change. */
export function sketchPicture({ width, height, values }: GreyPicture): Sketch {
  const startOf = (cell: number, side: number) =>
    Math.min(side - 1, Math.floor((cell * side) / sketchSidePixels));
  return Uint8Array.from({ length: sketchSidePixels ** 2 }, (_, at) => {
    const [column, row] = [at % sketchSidePixels, Math.floor(at / sketchSidePixels)];
    const [left, top] = [startOf(column, width), startOf(row, height)];
    const right = Math.max(left + 1, startOf(column + 1, width));
    const bottom = Math.max(top + 1, startOf(row + 1, height));
    let sum = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += values[y * width + x] ?? 0;
    return Math.round(sum / ((right - left) * (bottom - top)));
  });
}

/** Pictures whose pixels differ by less on average, of 255, count as equal: noise and coding differ by 1 to 2. Our measurement. */
const maxSameDifference = 4;

export type SketchedFrame = { readonly frame: Frame; readonly sketch: Sketch };

/**
 * Drops pictures equal to the previous one, which would cost and add nothing. Keeps one in each tenth of the video. Streams, so
 * that only kept pictures are in memory.
 * @param frames in order
 * @throws errors of `frames`
 */
export async function* dropSimilar(
  frames: AsyncIterable<SketchedFrame>,
  durationSeconds: number,
): AsyncGenerator<Frame> {
  const tenthOf = ({ frame }: SketchedFrame) =>
    Math.floor((frame.seconds / durationSeconds) * framesPerVideo);
  let kept: SketchedFrame | undefined;
  for await (const each of frames) {
    const isNew = !kept || computeDifference(kept.sketch, each.sketch) >= maxSameDifference;
    if (kept && !isNew && tenthOf(kept) === tenthOf(each)) continue;
    kept = each;
    yield each.frame;
  }
}

/** The mean difference of two sketches, 0 to 255. */
export function computeDifference(one: Sketch, other: Sketch): number {
  const sum = one.reduce((total, value, at) => total + Math.abs(value - (other[at] ?? 0)), 0);
  return sum / Math.max(1, one.length);
}

/** Cells of a sketch that a hand fills which moves in a wide shot. */
const movedCells = 8;

/** The mean difference of the cells that differ most, 0 to 255: a hand that moves in a still picture hardly counts on average. */
export function computeMovement(one: Sketch, other: Sketch): number {
  const most = one
    .map((value, at) => Math.abs(value - (other[at] ?? 0)))
    .sort()
    .slice(-movedCells);
  return most.reduce((sum, each) => sum + each, 0) / movedCells;
}

/** Markers of ITU-T T.81, table B.1; each follows a byte 0xFF. */
const marker = {
  baseline: 0xc0,
  progressive: 0xc2,
  huffmanTables: 0xc4,
  restart0: 0xd0,
  restart7: 0xd7,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  quantTables: 0xdb,
  restartInterval: 0xdd,
  app0: 0xe0,
  app15: 0xef,
  comment: 0xfe,
} as const;

/** Tables, scans and metadata together; the largest colour profile takes 255 of them. Millions would take long. */
const maxSegments = 1000;

/** Segments between the frame and its scans that are skipped: tables, thumbnails, metadata. */
function isSkipped(code: number): boolean {
  const { huffmanTables, quantTables, restartInterval, comment, app0, app15 } = marker;
  if (code >= app0 && code <= app15) return true;
  return code === huffmanTables || code === quantTables || code === restartInterval || code === comment;
}

/**
 * Checks without decoding that a JPEG is cheap to decode: baseline or progressive, at most {@link maxPicturePixels} pixels and
 * {@link maxJpegScans} scans, complete. A decoder's work grows with pixels times scans, and a scan may be a few bytes.
 * @param number of the frame, from 1, for errors
 * @returns the picture's size
 * @throws CodedError `bad_request` for anything that is no JPEG, `video_too_large`, `video_too_demanding`, and `invalid_video` for
 * damaged ones and kinds of JPEG that no camera and no browser writes
 */
export function requireBoundedJpeg(bytes: Uint8Array, number: number): PictureSize {
  if (bytes[0] !== 0xff || bytes[1] !== marker.start || bytes[2] !== 0xff)
    throw refuse('bad_request', frameMessages.notJpeg, { number });
  let size: PictureSize | undefined;
  let scans = 0;
  let segments = 0;
  for (let at = 2; ; ) {
    if (++segments > maxSegments) throw refuseKind(number);
    const { code, contentAt, nextAt } = readSegment(bytes, at, number);
    at = nextAt;
    if (code === marker.end && size && scans > 0) return size;
    if (code === marker.scan && size) {
      scans++;
      if (scans > maxJpegScans)
        throw refuse('video_too_demanding', frameMessages.tooManyScans, { number, limit: maxJpegScans });
      at = skipCodedData(bytes, at);
    } else if ((code === marker.baseline || code === marker.progressive) && !size) {
      size = requireBoundedFrame(bytes.subarray(contentAt, nextAt), number);
    } else if (!isSkipped(code)) {
      throw code === marker.end || isInsideScan(code) ? refuseDamaged(number) : refuseKind(number);
    }
  }
}

function readSegment(bytes: Uint8Array, start: number, number: number) {
  let at = start;
  if (bytes[at] !== 0xff) throw refuseDamaged(number);
  // Any number of fill bytes may precede a marker.
  while (bytes[at] === 0xff) at++;
  const code = bytes[at];
  if (code === undefined) throw refuseDamaged(number);
  const contentAt = at + 3;
  if (code === marker.end || isInsideScan(code)) return { code, contentAt, nextAt: at + 1 };
  const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  const nextAt = at + 1 + length;
  if (length < 2 || nextAt > bytes.length) throw refuseDamaged(number);
  return { code, contentAt, nextAt };
}

/** Restart markers, a stuffed byte, the start of a second picture: none has a length or belongs between segments. */
function isInsideScan(code: number): boolean {
  return code <= 0x01 || (code >= marker.restart0 && code <= marker.start);
}

/** The frame header (B.2.2): bits a sample, height, width, and three bytes for each component. */
function requireBoundedFrame(content: Uint8Array, number: number): PictureSize {
  const [bits, heightHigh = 0, heightLow = 0, widthHigh = 0, widthLow = 0, components = 0] = content;
  const height = (heightHigh << 8) | heightLow;
  const width = (widthHigh << 8) | widthLow;
  if (content.length !== 6 + 3 * components) throw refuseDamaged(number);
  // Height 0 means that it follows the first scan (DNL), after memory was allocated.
  const isUsual = bits === 8 && [1, 3, 4].includes(components) && width > 0 && height > 0;
  if (!isUsual) throw refuseKind(number);
  const limit = maxPicturePixels;
  if (width * height > limit)
    throw refuse('video_too_large', frameMessages.tooLarge, { number, width, height, limit });
  return { width, height };
}

/** `indexOf` is several times as fast as a loop. @returns the position of the next marker, or the end */
function skipCodedData(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next === 0xff) at++;
    else if (next === 0 || (next >= marker.restart0 && next <= marker.restart7)) at += 2;
    else return at;
  }
  return bytes.length;
}

function refuseKind(number: number): CodedError {
  return refuse('invalid_video', frameMessages.unsupported, { number });
}

function refuseDamaged(number: number): CodedError {
  return refuse('invalid_video', frameMessages.damaged, { number });
}
