import { availableParallelism } from 'node:os';
import type { FitPictures } from '#engines/fit-pictures.ts';
import type { FileFormat } from '#media/container/older-format.ts';
import type { FittedJpeg } from '#media/node/read-jpeg.ts';
import type { PoolLoad } from '#shared/async/pool-load.ts';
import type { SampledFrames } from '#shared/frame.ts';
import { computeGaps, type TimeSpan } from '#shared/script/gaps.ts';
import type { DecodingBudget } from './decoding-budget.ts';
import { type DecodingLimits, defaultDecodingLimits } from './decoding-limits.ts';
import { createDecodingPool, type DecodingJob } from './decoding-pool.ts';
import type { DecodedValue, DecodingTask, HeardSpeech, TimedSampling } from './decoding-task.ts';
import { fitLarge } from './fit-large.ts';

export interface FrameReaderOptions {
  /** The longest video that is taken, in seconds. */
  readonly maxSeconds: number;
  /** Child processes, and so askers that are served at the same time; the number of cores, two at least, when left out. */
  readonly workers?: number;
  readonly limits?: Partial<DecodingLimits> | undefined;
  /** Without one nobody's work is counted. */
  readonly budget?: DecodingBudget | undefined;
}

/** A file of an older format, and where its copy goes. */
export interface OlderFile {
  readonly path: string;
  readonly format: FileFormat;
  readonly copyPath: string;
}

/**
 * Decodes strangers' videos and pictures in child processes: a file that crashes, hangs or bloats a decoder costs one
 * request. An asker has one child at a time; askers take turns.
 */
export interface FrameReader {
  /**
   * The ten frames of a video file, or those for a narration that follows it. When the job's signal fires the work is killed.
   *
   * @throws CodedError `invalid_video`, `no_picture`, `unsupported_codec`, `video_too_long`, `video_too_large`,
   * `video_too_demanding`, `client_closed`, `rate_limited` when the asker's budget is used up, or `unavailable` once the
   * reader is closed.
   */
  readFrames(path: string, job: DecodingJob, timed?: TimedSampling): Promise<SampledFrames>;
  /**
   * How long a video file is, in seconds; none of its pictures is decoded.
   *
   * @throws CodedError as {@link readFrames}
   */
  readDuration(path: string, job: DecodingJob): Promise<number>;
  /**
   * Where nobody speaks in a video file, in order: all of it where it has no sound. Sound that cannot be decoded counts as speech.
   *
   * @throws CodedError as {@link readFrames}
   */
  findGaps(path: string, job: DecodingJob): Promise<TimeSpan[]>;
  /**
   * Makes a Matroska file of one that browsers do not open.
   *
   * @param keepsPictures its coded pictures and sounds as they are; else a small copy to look at and listen to does where
   *   they cannot be copied
   * @throws CodedError as {@link readFrames}
   */
  copyOlderFile(file: OlderFile, keepsPictures: boolean, job: DecodingJob): Promise<void>;
  /**
   * JPEGs, made smaller where the longer side has more than `maxSidePixels`; the others are not decoded and stay as they are.
   *
   * @throws CodedError as {@link readFrames}, and `bad_request` for what is no JPEG
   */
  fitPictures(
    jpegs: readonly Uint8Array<ArrayBuffer>[],
    maxSidePixels: number,
    job: DecodingJob,
  ): Promise<readonly FittedJpeg[]>;
  /** Starts a child if there is none, so that it is ready when the upload is there. */
  prepare(): void;
  /** How many are being served, and how many wait. */
  readLoad(): PoolLoad;
  /** Ends all child processes; what they worked on is rejected. */
  close(): Promise<void>;
}

/** Children start when they are needed, and end after a minute without work. */
export function createFrameReader(options: FrameReaderOptions): FrameReader {
  const limits = { ...defaultDecodingLimits, ...options.limits };
  const workers = options.workers ?? Math.max(2, availableParallelism());
  const pool = createDecodingPool<DecodingTask, DecodedValue>({
    child: new URL('./decoding-child.ts', import.meta.url),
    workers,
    // A store of memory for each thread would keep what one video needed, 40 MB more together; and glibc, which learns from pictures that are
    // freed not to give such pieces back, 30 MB.
    environment: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(32 * 1024) },
    nodeOptions: ['--max-semi-space-size=2', '--v8-pool-size=1'],
    limits,
    budget: options.budget,
  });
  const { maxSeconds } = options;
  const { openingSeconds, decodingSeconds, listeningSeconds } = limits;
  return {
    readFrames: (path, job, timed) =>
      pool.serve(job, async run => {
        const task = { kind: 'frames', path, maxSeconds, timed, openingSeconds, decodingSeconds } as const;
        return (await run(task)).value as SampledFrames;
      }),
    readDuration: (path, job) =>
      pool.serve(job, async run => {
        const task = { kind: 'length', path, maxSeconds, openingSeconds } as const;
        return (await run(task)).value as number;
      }),
    findGaps: (path, job) =>
      pool.serve(job, async run => {
        const task = { kind: 'speech', path, maxSeconds, openingSeconds, listeningSeconds } as const;
        const { speech, durationSeconds } = (await run(task)).value as HeardSpeech;
        return computeGaps(speech, durationSeconds);
      }),
    copyOlderFile: (file, keepsPictures, job) =>
      pool.serve({ ...job, timeLimitMs: limits.copyingLimitMs }, async run => {
        const { copyingSeconds } = limits;
        await run({ kind: 'copy', ...file, keepsPictures, maxSeconds, copyingSeconds });
      }),
    fitPictures: (jpegs, maxSidePixels, job) =>
      fitLarge(pool, { jpegs, maxSidePixels, decodingSeconds }, job),
    prepare: pool.prepare,
    readLoad: pool.readLoad,
    close: pool.close,
  };
}

/** For whom something is decoded that was not asked for by a person. */
const nobody = 'nobody';

/** Has the pictures that an engine looks at made smaller in the children, in the turn of the asker. */
export function fitForEngine(frameReader: Pick<FrameReader, 'fitPictures'>): FitPictures {
  return (jpegs, maxSidePixels, { asker = nobody, signal }) =>
    frameReader.fitPictures(jpegs, maxSidePixels, { asker, signal });
}
