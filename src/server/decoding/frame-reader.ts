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
import type { DecodedValue, DecodingTask, FoundSpeech, TimedSampling } from './decoding-task.ts';
import { fitLarge } from './fit-large.ts';

export interface FrameReaderOptions {
  /** The longest accepted video, in seconds. */
  readonly maxSeconds: number;
  /** Number of child processes, and so of concurrent requesters; by default the number of cores, at least two. */
  readonly workers?: number;
  readonly limits?: Partial<DecodingLimits> | undefined;
  /** Without it, work is not charged. */
  readonly budget?: DecodingBudget | undefined;
}

/** A file of an older format, and the path of its copy. */
export interface OlderFile {
  readonly path: string;
  readonly format: FileFormat;
  readonly copyPath: string;
}

/**
 * Decodes clients' videos and images in child processes, so that a file that crashes, hangs or bloats a decoder affects one request only. A
 * requester has one child at a time; requesters take turns.
 */
export interface FrameReader {
  /**
   * Ten frames of a video file, or the frames for a timed narration. The job's signal kills the work.
   *
   * @throws CodedError `invalid_video`, `no_picture`, `unsupported_codec`, `video_too_long`, `video_too_large`, `video_too_demanding`,
   * `client_closed`, `rate_limited` when the requester's budget is used up, or `unavailable` once the reader is closed.
   */
  readFrames(path: string, job: DecodingJob, timed?: TimedSampling): Promise<SampledFrames>;
  /**
   * Duration of a video file in seconds; decodes no frames.
   *
   * @throws CodedError as {@link readFrames}
   */
  readDuration(path: string, job: DecodingJob): Promise<number>;
  /**
   * The speech gaps of a video file, in order: all of it if there is no sound. Sound that cannot be decoded counts as speech.
   *
   * @throws CodedError as {@link readFrames}
   */
  findGaps(path: string, job: DecodingJob): Promise<TimeSpan[]>;
  /**
   * Converts a file that browsers do not open to Matroska.
   *
   * @param keepsPictures copies the coded frames and sound unchanged; else a small transcoded copy is enough if they cannot be copied
   * @throws CodedError as {@link readFrames}
   */
  copyOlderFile(file: OlderFile, keepsPictures: boolean, job: DecodingJob): Promise<void>;
  /**
   * Shrinks JPEGs whose longer side exceeds `maxSidePixels`; the others are returned as they are, without decoding.
   *
   * @throws CodedError as {@link readFrames}, and `bad_request` for anything but JPEG
   */
  fitPictures(
    jpegs: readonly Uint8Array<ArrayBuffer>[],
    maxSidePixels: number,
    job: DecodingJob,
  ): Promise<readonly FittedJpeg[]>;
  /** Starts a child if there is none, so that it is ready when the upload ends. */
  prepare(): void;
  readLoad(): PoolLoad;
  /** Ends all child processes; running work is rejected. */
  close(): Promise<void>;
}

/** Children start when needed, and end after a minute without work. */
export function createFrameReader(options: FrameReaderOptions): FrameReader {
  const limits = { ...defaultDecodingLimits, ...options.limits };
  const workers = options.workers ?? Math.max(2, availableParallelism());
  const pool = createDecodingPool<DecodingTask, DecodedValue>({
    child: new URL('./decoding-child.ts', import.meta.url),
    workers,
    // Limits what glibc keeps for the next video: 40 MB with an arena for each thread, and 30 MB because it raises its mmap threshold after
    // freed images.
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
        const { speech, durationSeconds } = (await run(task)).value as FoundSpeech;
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

/** The requester for the server's own work. */
const serverItself = 'nobody';

/** Shrinks images for an engine in the child processes, in the requester's turn. */
export function fitForEngine(frameReader: Pick<FrameReader, 'fitPictures'>): FitPictures {
  return (jpegs, maxSidePixels, { requester = serverItself, signal }) =>
    frameReader.fitPictures(jpegs, maxSidePixels, { requester, signal });
}
