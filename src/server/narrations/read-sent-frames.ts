import { requireBoundedJpeg } from '#media/frames/require-bounded-jpeg.ts';
import { CodedError } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { ReceivedFile } from '../uploads/receive-file.ts';

/** Decoder seconds charged for a refused image. */
export const refusedPictureSeconds = 1;

/**
 * Reads frames sent by a browser, and requires each to be a JPEG that is cheap to decode. Reads only its markers; decodes nothing.
 * @param seconds the time of each file, in the same order
 * @param countRefusal called before a JPEG is refused, as no camera or browser creates such files
 * @throws CodedError `bad_request` when one is no JPEG or has no time, else as `requireBoundedJpeg`
 */
export async function readSentFrames(
  files: readonly ReceivedFile[],
  seconds: readonly number[],
  countRefusal: () => Promise<void>,
): Promise<Frame[]> {
  if (files.length !== seconds.length)
    throw new CodedError('bad_request', { message: fill(narrationErrors.framesWithoutTime) });
  const frames: Frame[] = [];
  // One by one: reading megabytes of markers takes milliseconds, so this yields in between.
  for (const [index, file] of files.entries())
    frames.push({ seconds: seconds[index] ?? 0, jpeg: await readJpeg(file, index + 1, countRefusal) });
  return frames;
}

async function readJpeg(
  file: ReceivedFile,
  number: number,
  countRefusal: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await file.read();
  try {
    requireBoundedJpeg(jpeg, number);
    return jpeg;
  } catch (error) {
    if (error instanceof CodedError && error.code !== 'bad_request') await countRefusal();
    throw error;
  }
}
