import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { SpokenTask, speakUtterance } from './worker.ts';

export interface WorkerPoolOptions {
  /** Threads at most; one less than the machine has cores when left out, four at most. */
  readonly maxThreads?: number | undefined;
  /** An utterance takes about 0.1 s; a thread that needs longer than this is ended and replaced. */
  readonly utteranceTimeoutMs?: number | undefined;
}

export interface SpeechWorkers {
  /** How many utterances are worked on at the same time. */
  readonly threads: number;
  /**
   * Speaks one utterance in a thread of its own; none is started before the first call.
   * @returns samples from -1 to 1, none where nothing can be heard
   * @throws CodedError `client_closed` when the signal fires before its turn, `unavailable` after `close`, `internal`
   */
  speak(task: SpokenTask, signal: AbortSignal): Promise<Float32Array>;
  /** How many utterances are being spoken, and how many wait. */
  readLoad(): { readonly busy: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Threads that speak, started when needed and ended after a minute without work. */
export function createSpeechWorkers(options: WorkerPoolOptions = {}): SpeechWorkers {
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
  const turns = createTurns(threads);
  let isClosed = false;

  return {
    threads,
    async speak(task, signal) {
      const endTurn = await turns.take(signal);
      try {
        // A pool that was ended would start threads again.
        if (isClosed) throw new CodedError('unavailable');
        // Only a running task is timed: tinypool's own queue is never used, because its clock would run there too.
        return await pool.run(task, { signal: AbortSignal.timeout(options.utteranceTimeoutMs ?? 20_000) });
      } catch (cause) {
        throw describeSpeechFailure(cause);
      } finally {
        endTurn();
      }
    },
    readLoad: turns.readLoad,
    async close() {
      isClosed = true;
      await pool.destroy();
    },
  };
}

function describeSpeechFailure(cause: unknown): CodedError {
  if (cause instanceof CodedError) return cause;
  if (cause instanceof Error && cause.name === 'AbortError') {
    return new CodedError('internal', {
      message: 'Speaking took too long, so we stopped. Please try again.',
      cause,
    });
  }
  if (cause instanceof Error && cause.message.includes('Terminating worker thread')) {
    return new CodedError('unavailable', { cause });
  }
  return new CodedError('internal', { message: 'The voice broke off. Please try again.', cause });
}

/** Lets `count` callers go at the same time, the others after them in the order in which they came. */
function createTurns(count: number) {
  let free = count;
  const waiting = new Set<() => void>();
  const endTurn = () => {
    const [next] = waiting;
    if (!next) free++;
    else {
      waiting.delete(next);
      next();
    }
  };
  const take = (signal: AbortSignal): Promise<() => void> => {
    if (signal.aborted) return Promise.reject(toCancelledError(signal));
    if (free > 0) {
      free--;
      return Promise.resolve(endTurn);
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(begin);
        reject(toCancelledError(signal));
      };
      const begin = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(endTurn);
      };
      waiting.add(begin);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  };
  return { take, readLoad: () => ({ busy: count - free, waiting: waiting.size }) };
}
