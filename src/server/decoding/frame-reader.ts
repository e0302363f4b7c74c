import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { FitPictures } from '#engines/ports.ts';
import { requireBoundedJpeg } from '#media/frames/pictures.ts';
import type { FittedJpeg } from '#media/node/read-jpeg.ts';
import type { TakenFrames } from '#shared/frame.ts';
import { computeGaps, type TimeSpan } from '#shared/script/gaps.ts';
import type { DecodingBudget } from './decoding-limits.ts';
import { type DecodingLimits, defaultDecodingLimits } from './decoding-limits.ts';
import {
  type CopyTask,
  createDecodingPool,
  type DecodedValue,
  type DecodingJob,
  type DecodingPool,
  type DecodingTask,
  type FitTask,
  type FoundSpeech,
  serverItself,
  type TimedSampling,
} from './decoding-pool.ts';

export interface FrameReaderOptions {
  readonly maxSeconds: number;
  /** Number of child processes, and so of concurrent requesters; by default the number of cores, at least two. */
  readonly workers?: number;
  readonly limits?: Partial<DecodingLimits> | undefined;
  /** Without it, work is not charged. */
  readonly budget?: DecodingBudget | undefined;
}

type OlderFile = Pick<CopyTask, 'path' | 'format' | 'copyPath'>;

export type FrameReader = ReturnType<typeof createFrameReader>;

/**
 * Decodes clients' videos and images in child processes, so that a file that crashes, hangs or bloats a decoder affects one request only. A
 * requester has one child at a time; requesters take turns. Children start when needed, and end after a minute without work.
 */
export function createFrameReader(options: FrameReaderOptions) {
  const limits = { ...defaultDecodingLimits, ...options.limits };
  const workers = options.workers ?? Math.max(2, availableParallelism());
  const pool = createDecodingPool<DecodingTask, DecodedValue>({
    child: new URL('./decoding-child.ts', import.meta.url),
    workers,
    // With an arena for each thread, glibc keeps 40 MB more for the next video.
    environment: { MALLOC_ARENA_MAX: '2' },
    limits,
    budget: options.budget,
  });
  const { maxSeconds } = options;
  const { openingSeconds, decodingSeconds, listeningSeconds } = limits;
  const runOne = <Value extends DecodedValue>(job: DecodingJob, task: DecodingTask) =>
    pool.serve(job, async run => (await run(task)).value as Value);
  const opening = { maxSeconds, openingSeconds };
  return {
    /**
     * Ten frames of a video file, or the frames for a timed narration, and what it is called. The job's signal kills the work.
     * @param name what its owner calls the file
     * @throws CodedError `invalid_video`, `no_picture`, `unsupported_codec`, `video_too_long`, `video_too_large`, `video_too_demanding`,
     * `client_closed`, `rate_limited` when the requester's budget is used up, or `unavailable` once the reader is closed; as do those below
     */
    readFrames: (path: string, job: DecodingJob, timed?: TimedSampling, name = basename(path)) =>
      runOne<TakenFrames>(job, { kind: 'frames', path, name, ...opening, timed, decodingSeconds }),
    readDuration: (path: string, job: DecodingJob) =>
      runOne<number>(job, { kind: 'length', path, ...opening }),
    /** The speech gaps of a video file, in order: all of it if there is no sound. Sound that cannot be decoded counts as speech. */
    async findGaps(path: string, job: DecodingJob): Promise<TimeSpan[]> {
      const task = { kind: 'speech', path, ...opening, listeningSeconds } as const;
      const { speech, durationSeconds } = await runOne<FoundSpeech>(job, task);
      return computeGaps(speech, durationSeconds);
    },
    /** Converts a file that browsers do not open to Matroska. @param keepsPictures else a small transcoded copy is enough */
    async copyOlderFile(file: OlderFile, keepsPictures: boolean, job: DecodingJob): Promise<void> {
      const { copyingSeconds, copyingLimitMs: timeLimitMs } = limits;
      const task = { kind: 'copy', ...file, keepsPictures, maxSeconds, copyingSeconds } as const;
      await runOne({ ...job, timeLimitMs }, task);
    },
    /** The others are returned as they are, without decoding. @throws CodedError also `bad_request` for anything but JPEG */
    fitPictures: (jpegs: readonly Uint8Array<ArrayBuffer>[], maxSidePixels: number, job: DecodingJob) =>
      fitLarge(pool, jpegs, { maxSidePixels, decodingSeconds }, job),
    /** Starts a child if there is none, so that it is ready when the upload ends. */
    prepare: pool.prepare,
    readLoad: pool.readLoad,
    close: pool.close,
  };
}

export function fitForEngine(frameReader: Pick<FrameReader, 'fitPictures'>): FitPictures {
  return (jpegs, maxSidePixels, { requester = serverItself, signal }) =>
    frameReader.fitPictures(jpegs, maxSidePixels, { requester, signal });
}

async function fitLarge(
  pool: Pick<DecodingPool<DecodingTask, DecodedValue>, 'serve'>,
  jpegs: readonly Uint8Array<ArrayBuffer>[],
  { maxSidePixels, decodingSeconds }: Pick<FitTask, 'maxSidePixels' | 'decodingSeconds'>,
  job: DecodingJob,
): Promise<readonly FittedJpeg[]> {
  const pictures: FittedJpeg[] = jpegs.map((jpeg, at) => ({ jpeg, ...requireBoundedJpeg(jpeg, at + 1) }));
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
      const numbered = { jpeg: picture.jpeg, number: at + 1 };
      const task = { kind: 'fit', ...numbered, maxSidePixels, decodingSeconds: leftSeconds } as const;
      const { value, workSeconds } = await run(task);
      fitted.push(value as FittedJpeg);
      leftSeconds -= workSeconds;
    }
    return fitted;
  });
}
