import { requireBoundedJpeg } from '#media/frames/require-bounded-jpeg.ts';
import type { FittedJpeg } from '#media/node/read-jpeg.ts';
import type { DecodingJob, DecodingPool } from './decoding-pool.ts';
import type { DecodedValue, DecodingTask } from './decoding-task.ts';

interface Fitting {
  readonly jpegs: readonly Uint8Array<ArrayBuffer>[];
  readonly maxSidePixels: number;
  /** Processor seconds for all of them. */
  readonly decodingSeconds: number;
}

/** Decodes and shrinks the images that are too large; sizes are read from their headers. */
export async function fitLarge(
  pool: Pick<DecodingPool<DecodingTask, DecodedValue>, 'serve'>,
  { jpegs, maxSidePixels, decodingSeconds }: Fitting,
  job: DecodingJob,
): Promise<readonly FittedJpeg[]> {
  const pictures: FittedJpeg[] = jpegs.map((jpeg, at) => ({
    jpeg,
    ...requireBoundedJpeg(jpeg, at + 1),
  }));
  const isLarge = ({ width, height }: FittedJpeg) => Math.max(width, height) > maxSidePixels;
  if (!pictures.some(isLarge)) return pictures;
  return await pool.serve(job, async run => {
    const fitted: FittedJpeg[] = [];
    let leftSeconds = decodingSeconds;
    // One by one: sending many megabytes to the child at once would block the server.
    for (const [at, picture] of pictures.entries()) {
      if (!isLarge(picture)) {
        fitted.push(picture);
        continue;
      }
      const { jpeg } = picture;
      const task = {
        kind: 'fit',
        jpeg,
        maxSidePixels,
        number: at + 1,
        decodingSeconds: leftSeconds,
      } as const;
      const { value, workSeconds } = await run(task);
      fitted.push(value as FittedJpeg);
      leftSeconds -= workSeconds;
    }
    return fitted;
  });
}
