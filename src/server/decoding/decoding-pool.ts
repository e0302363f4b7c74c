import { Tinypool } from 'tinypool';
import type { ReadLine, SeenThing } from '#engines/offline/recognition/recognised.ts';
import type { FileFormat } from '#media/container/video-file.ts';
import type { FittedJpeg } from '#media/node/read-jpeg.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { createFairQueue } from '#shared/async/semaphore.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import type { TakenFrames } from '#shared/frame.ts';
import type { FilledMessage } from '#shared/messages/message.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { DecodingBudget, DecodingLimits } from './decoding-limits.ts';

export interface TimedSampling {
  readonly most: number;
  /** Times in seconds chosen by the client; else the server chooses. */
  readonly seconds?: readonly number[] | undefined;
  /** For an audio description: the speech gaps in order, where most frames are taken. */
  readonly gaps?: readonly TimeSpan[] | undefined;
  /** Only frames of this part of the video. */
  readonly within?: TimeSpan | undefined;
  /** For an engine elsewhere: movements as three small pictures. */
  readonly showsMovement: boolean;
}

export interface FileTask {
  readonly path: string;
  readonly maxSeconds: number;
  readonly openingSeconds: number;
}

export interface FramesTask extends FileTask {
  readonly kind: 'frames';
  /** What its owner calls the file. */
  readonly name: string;
  readonly timed?: TimedSampling | undefined;
  readonly decodingSeconds: number;
}

export interface SpeechTask extends FileTask {
  readonly kind: 'speech';
  readonly listeningSeconds: number;
}

export interface FoundSpeech {
  readonly speech: readonly TimeSpan[];
  readonly durationSeconds: number;
}

export interface CopyTask {
  readonly kind: 'copy';
  readonly path: string;
  readonly format: FileFormat;
  readonly copyPath: string;
  readonly keepsPictures: boolean;
  readonly maxSeconds: number;
  readonly copyingSeconds: number;
}

export interface FitTask {
  readonly kind: 'fit';
  readonly jpeg: Uint8Array;
  readonly maxSidePixels: number;
  readonly number: number;
  readonly decodingSeconds: number;
}

type LengthTask = FileTask & { readonly kind: 'length' };
type NoTask = { readonly kind: 'nothing' };

export type DecodingTask = FramesTask | LengthTask | SpeechTask | CopyTask | FitTask | NoTask;

export type DecodedValue = TakenFrames | number | FoundSpeech | FittedJpeg | undefined;

/** A child's answer with its processor time; errors are sent as code and message, with a detail for the log. */
export type DecodingAnswer<Value> = { readonly workSeconds: number } & (
  | { readonly value: Value }
  | { readonly code: ErrorCode; readonly message: FilledMessage | string; readonly detail: string }
);

export interface ObserveTask {
  readonly kind: 'observe';
  readonly jpeg: Uint8Array;
  readonly number: number;
  readonly decodingSeconds: number;
}

export type RecognitionTask = ObserveTask | NoTask;

export interface RecognitionFault {
  /** For a person; contains nothing of the image. */
  readonly sentence: string;
  /** Files are missing or damaged, so the next image will fail, too. Otherwise only this image failed. */
  readonly isLasting: boolean;
}

export interface RecognitionResult {
  /** As in `ObservedPicture`. */
  readonly square: Uint8Array;
  readonly things: readonly SeenThing[];
  readonly lines: readonly ReadLine[];
  readonly faults: readonly RecognitionFault[];
}

interface DecodingPoolOptions {
  /** The child's module: its default function runs a task. */
  readonly child: URL;
  readonly workers: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: DecodingLimits;
  readonly budget: DecodingBudget | undefined;
}

export interface DecodingJob {
  /** The requester: an address as returned by `requireVisitor`, or an account id. */
  readonly requester: string;
  readonly signal: AbortSignal;
  /** Wall-clock limit; none by default. */
  readonly timeLimitMs?: number;
}

/**
 * Runs a task in a child; throws the child's error, or why it is gone. One task after another: tinypool (2.2) starts another child for each
 * concurrent task with a signal, and a requester has one child at a time.
 */
export type RunTask<Task, Value> = (
  task: Task,
) => Promise<Extract<DecodingAnswer<Value>, { readonly value: Value }>>;

export type DecodingPool<Task, Value> = ReturnType<typeof createDecodingPool<Task, Value>>;

export const serverItself = 'nobody';

const nothing: NoTask = { kind: 'nothing' };

/** Decoding child processes, shared fairly among requesters. */
export function createDecodingPool<Task, Value>(options: DecodingPoolOptions) {
  const { workers, limits, budget } = options;
  const pool = createChildren(options);
  const queue = createFairQueue(workers);
  const closing = new AbortController();
  let prepared: Promise<unknown> | undefined;
  return {
    /** Waits for the requester's turn, runs tasks, and charges the work, also if it fails. */
    async serve<T>(
      { requester, signal, timeLimitMs = limits.timeLimitMs }: DecodingJob,
      work: (run: RunTask<Task, Value>) => Promise<T>,
    ): Promise<T> {
      const stopped = AbortSignal.any([signal, closing.signal]);
      const leave = await queue.acquire(requester, stopped);
      let workSeconds = 0;
      try {
        await budget?.requireLeft(requester);
        // Until then tinypool considers the child busy and would start another, which slows down the server.
        await prepared;
        // The time limit starts once a child is ready.
        using starting = limitSignal(limits.startLimitMs, stopped);
        await runTask(pool, nothing, starting.signal);
        // Not the file's fault: children die before they can work.
        if (starting.isLate) throw new CodedError('unavailable', { cause: 'no decoding child starts' });
        using limited = limitSignal(timeLimitMs, stopped);
        return await work(async task => {
          const answer = await runTask<Value>(pool, task, limited.signal);
          const most = Math.max(limits.decodingSeconds, limits.listeningSeconds);
          workSeconds += Math.min(answer.workSeconds, limits.openingSeconds + most);
          if ('value' in answer) return answer;
          requireNotCancelled(stopped);
          throw new CodedError(answer.code, { message: answer.message, cause: answer.detail });
        });
      } finally {
        try {
          // Before the next turn of the same requester, whose check must include it.
          if (workSeconds > 0) await budget?.charge(requester, workSeconds);
        } finally {
          leave();
        }
      }
    },
    prepare() {
      // Started in the background; if that fails, the next task starts one.
      if (pool.threads.length === 0 && !closing.signal.aborted)
        prepared = pool.run(nothing, { signal: AbortSignal.timeout(limits.startLimitMs) }).catch(() => {});
    },
    readLoad: queue.readLoad,
    async close() {
      closing.abort(new CodedError('unavailable'));
      // tinypool (2.2) lets the process exit before its children end, which would skip the rest of this function.
      for (const child of pool.threads) child.ref?.();
      await pool.destroy();
    },
  };
}

function createChildren({ child, workers, environment, limits }: DecodingPoolOptions): Tinypool {
  const { maxChildBytes, maxHeapMebibytes, idleMs } = limits;
  const pool = new Tinypool({
    filename: child.href,
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: idleMs,
    // Sends images as bytes, not as JSON.
    serialization: 'advanced',
    // A process that decodes clients' files gets no other environment variables, so no keys and no addresses.
    env: {
      ...environment,
      // Limits what glibc keeps for the next video: 30 MB, because it raises its mmap threshold after freed images.
      MALLOC_MMAP_THRESHOLD_: String(32 * 1024),
      BENSHI_SERVER_PID: String(process.pid),
      BENSHI_MAX_CHILD_BYTES: String(maxChildBytes),
    },
    execArgv: [
      // Ends the child if a file's index claims a billion frames.
      `--max-old-space-size=${maxHeapMebibytes}`,
      // Each of four threads would keep up to 48 MB for young objects; few live long here.
      '--max-semi-space-size=2',
      '--v8-pool-size=1',
    ],
  });
  // A child died while idle or starting. Without a listener the event would end the server.
  pool.on('error', () => {
    // tinypool (2.2) starts a child only for a new task, so queued ones would hang.
    if (pool.queueSize > 0)
      pool.run(nothing, { signal: AbortSignal.timeout(limits.startLimitMs) }).catch(() => {});
  });
  return pool;
}

/** A child that is gone reports neither reason nor work: wall-clock time is charged instead. */
async function runTask<Value>(
  pool: Tinypool,
  task: unknown,
  signal: AbortSignal,
): Promise<DecodingAnswer<Value>> {
  const start = performance.now();
  try {
    return await pool.run(task, { signal });
  } catch (cause) {
    const message =
      'This needed too much time or memory to read, or is damaged in a way that our decoder did not survive.';
    const workSeconds = (performance.now() - start) / 1000;
    return { workSeconds, code: 'video_too_demanding', message, detail: String(cause) };
  }
}
