import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { CodedError } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import { maxVideoPixels } from '#shared/limits.ts';
import type { ReceivedFile } from '../uploads/receive-form.ts';

/**
 * Reads the frames that a browser took, and makes sure that each is a JPEG of a size that can be looked at. Only its
 * head is read for that; no picture is decoded.
 * @param seconds the time of each file, in the same order
 * @throws CodedError `bad_request` when one is no JPEG or has no time, `video_too_large` when one has too many pixels
 */
export async function readSentFrames(
  files: readonly ReceivedFile[],
  seconds: readonly number[],
): Promise<Frame[]> {
  if (files.length !== seconds.length)
    throw new CodedError('bad_request', { message: 'Each frame needs its time in the field "seconds".' });
  return Promise.all(
    files.map(async ({ path }, index) => ({ seconds: seconds[index] ?? 0, jpeg: await readJpeg(path) })),
  );
}

async function readJpeg(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = new Uint8Array(await readFile(path));
  const pixels = await countPixels(jpeg);
  if (pixels === undefined)
    throw new CodedError('bad_request', { message: 'One of the frames is not a JPEG picture.' });
  if (pixels > maxVideoPixels) throw new CodedError('video_too_large');
  return jpeg;
}

/** @returns `undefined` for anything that is no JPEG */
async function countPixels(bytes: Uint8Array): Promise<number | undefined> {
  // Looked at first, so that no reader of another format ever sees what a stranger sent.
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return undefined;
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return format === 'jpeg' ? width * height : undefined;
  } catch {
    return undefined;
  }
}
