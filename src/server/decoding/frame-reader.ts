import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import { CodedError } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import type { PoolLoad } from '../operations/pool-load.ts';
import type { ReadFramesAnswer, ReadFramesTask } from './read-frames-worker.ts';
import { createTurnstile } from './turnstile.ts';

export interface FrameReaderOptions {
  /** The longest video that is taken, in seconds. */
  readonly maxSeconds: number;
  /** Child processes, and so videos that are read at the same time; the number of cores, two at least, when left out. */
  readonly workers?: number;
  /** How long one video may take, in milliseconds, without the wait for its turn. */
  readonly timeLimitMs?: number;
  /** Memory of a child process above which it is killed, in bytes. */
  readonly maxChildBytes?: number;
}

export interface VideoFrames {
  readonly durationSeconds: number;
  readonly frames: Frame[];
}

/** Reads the frames of videos in child processes: a file that crashes, hangs or bloats a decoder costs one request. */
export interface FrameReader {
  /**
   * The ten frames of a video file. When `signal` fires the work is killed.
   *
   * @throws CodedError `invalid_video`, `no_picture`, `unsupported_codec`, `video_too_long`, `video_too_large`,
   * `video_too_demanding`, `client_closed`, or `unavailable` once the reader is closed.
   */
  readFrames(path: string, signal: AbortSignal): Promise<VideoFrames>;
  /** How many videos are being read, and how many wait. */
  readLoad(): PoolLoad;
  /** Ends all child processes; what they worked on is rejected. */
  close(): Promise<void>;
}

/** Starts the child processes at once, so that the first video is read as quickly as the next. */
export function createFrameReader(options: FrameReaderOptions): FrameReader {
  const workers = options.workers ?? Math.max(2, availableParallelism());
  const pool = createPool(workers, options.maxChildBytes ?? 1024 ** 3);
  const turnstile = createTurnstile(workers);
  const closing = new AbortController();
  return {
    async readFrames(path, signal) {
      const stopped = AbortSignal.any([signal, closing.signal]);
      const release = await turnstile.takeTurn(stopped).catch(() => throwStop(signal));
      try {
        const timeout = AbortSignal.timeout(options.timeLimitMs ?? 60_000);
        const task: ReadFramesTask = { path, maxSeconds: options.maxSeconds };
        const answer = await runTask(pool, task, AbortSignal.any([stopped, timeout])).catch(error => {
          if (stopped.aborted) return throwStop(signal);
          throw explainLoss(error, timeout.aborted);
        });
        if ('code' in answer)
          throw new CodedError(answer.code, { message: answer.message, cause: answer.detail });
        return answer;
      } finally {
        release();
      }
    },
    readLoad: turnstile.readLoad,
    async close() {
      closing.abort();
      await pool.destroy();
    },
  };
}

function createPool(workers: number, maxChildBytes: number): Tinypool {
  const pool = new Tinypool({
    filename: new URL('./read-frames-worker.ts', import.meta.url).href,
    runtime: 'child_process',
    minThreads: workers,
    maxThreads: workers,
    // Pictures cross as bytes, not as JSON.
    serialization: 'advanced',
    // Nothing else of the server's environment reaches a process that reads strangers' files: no keys, no addresses.
    env: { BENSHI_SERVER_PID: String(process.pid), BENSHI_MAX_CHILD_BYTES: String(maxChildBytes) },
    // JavaScript needs far less; a file's index that claims a billion pictures ends the child here.
    execArgv: ['--max-old-space-size=384'],
  });
  // A child that dies while idle is replaced. Without a listener the event would end the server.
  pool.on('error', () => {});
  return pool;
}

function runTask(pool: Tinypool, task: ReadFramesTask, signal: AbortSignal): Promise<ReadFramesAnswer> {
  return pool.run(task, { signal });
}

function throwStop(signal: AbortSignal): never {
  throw new CodedError(signal.aborted ? 'client_closed' : 'unavailable', { cause: signal.reason });
}

/** The child is gone. It was killed for its time or memory, or the decoder crashed; the two look alike from here. */
function explainLoss(cause: unknown, isTimeout: boolean): CodedError {
  if (isTimeout) return new CodedError('video_too_demanding', { cause });
  return new CodedError('video_too_demanding', {
    message:
      'This video needed too much memory to read, or is damaged in a way that our decoder did not survive.',
    cause,
  });
}
