import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import { limitSignal } from '#shared/async/limit-time.ts';
import { createSemaphore } from '#shared/async/semaphore.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { SpokenTask, speakUtterance } from './worker.ts';

export interface WorkerPoolOptions {
  /** Threads at most; one less than the machine has cores when left out, four at most. */
  readonly maxThreads?: number | undefined;
  /** An utterance takes about 0.1 s, hundreds of digits some seconds; a thread that needs longer than this is ended and replaced. */
  readonly utteranceTimeoutMs?: number | undefined;
}

export type SpeechWorkers = ReturnType<typeof createSpeechWorkers>;

/** Threads that speak, started when needed and ended after a minute without work. */
export function createSpeechWorkers(options: WorkerPoolOptions = {}) {
  const threads = options.maxThreads ?? Math.min(4, Math.max(1, availableParallelism() - 1));
  const pool = new Tinypool({
    filename: new URL('./worker.ts', import.meta.url).href,
    name: 'speakUtterance' satisfies typeof speakUtterance.name,
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    execArgv: [],
  });
  const semaphore = createSemaphore(threads);
  let isClosed = false;

  return {
    threads,
    /**
     * Speaks one utterance in a thread of its own; none is started before the first call.
     * @returns samples from -1 to 1, none where nothing can be heard
     * @throws CodedError `client_closed` when the signal fires before its turn, `unavailable` after `close`, `internal`
     */
    async speak(task: SpokenTask, signal: AbortSignal): Promise<Float32Array> {
      const release = await semaphore.acquire(signal);
      try {
        // A pool that was ended would start threads again.
        if (isClosed) throw new CodedError('unavailable');
        // Only a running task is timed: tinypool's own queue is never used, because its clock would run there too.
        using limited = limitSignal(options.utteranceTimeoutMs ?? 60_000, undefined);
        return await pool.run(task, { signal: limited.signal });
      } catch (cause) {
        throw describeSpeechFailure(cause);
      } finally {
        release();
      }
    },
    readLoad: semaphore.readLoad,
    async close(): Promise<void> {
      isClosed = true;
      await pool.destroy();
    },
  };
}

function describeSpeechFailure(cause: unknown): CodedError {
  if (cause instanceof CodedError) return cause;
  if (cause instanceof Error && cause.name === 'AbortError') {
    return new CodedError('internal', { message: fill(engineMessages.speechTooSlow), cause });
  }
  if (cause instanceof Error && cause.message.includes('Terminating worker thread')) {
    return new CodedError('unavailable', { cause });
  }
  return new CodedError('internal', { message: fill(engineMessages.speechFailed), cause });
}
