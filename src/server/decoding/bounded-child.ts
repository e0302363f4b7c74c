import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CodedError } from '#shared/errors.ts';
import type { DecodingAnswer } from './decoding-task.ts';
import { measureWorkSeconds } from './measure-work.ts';
import type { WatchdogData, WorkLimit } from './watchdog-worker.ts';

/** Of two that want the processor, the server gets three times as much, and decoders still get on. */
const addedNiceness = 5;
const threads = listThreads();
// A thread of its own, because a hostile file can keep this one busy for ever.
const watchdogData: WatchdogData = {
  // Told, not asked for: a server that is killed while this process starts is no longer its parent.
  parentPid: Number(process.env.BENSHI_SERVER_PID),
  maxBytes: Number(process.env.BENSHI_MAX_CHILD_BYTES),
};
const watchdog = new Worker(new URL('./watchdog-worker.ts', import.meta.url), { workerData: watchdogData });
watchdog.unref();
lowerPriority(threads);
// The server is gone. An orderly exit would wait for a decoder that may never return.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

let lastSecond = Number.POSITIVE_INFINITY;

/**
 * Does one task in a child process in which strangers' files are decoded: counts its work, and turns what it throws into an
 * answer. A child has one task at a time.
 */
export async function answerTask<Value>(work: () => Promise<Value>): Promise<DecodingAnswer<Value>> {
  const start = measureWorkSeconds();
  const measure = () => measureWorkSeconds() - start;
  try {
    const value = await work();
    requireWithinLimit();
    return { workSeconds: measure(), value };
  } catch (error) {
    const coded = error instanceof CodedError ? error : new CodedError('invalid_video', { cause: error });
    const { code, message, filled, cause } = coded;
    return { workSeconds: measure(), code, message: filled ?? message, detail: String(cause ?? '') };
  } finally {
    setLimit(Number.POSITIVE_INFINITY);
  }
}

/** From here on so much processor time may be used; then the watchdog ends this process. What came before is judged first. */
export function allowWork(seconds: number): void {
  requireWithinLimit();
  setLimit(measureWorkSeconds() + seconds);
}

/** Told as the second at which it is over: the watchdog may hear of it late, and shall not count from then. */
function setLimit(second: number): void {
  lastSecond = second;
  watchdog.postMessage({ lastSecond } satisfies WorkLimit);
}

/** Work that was over between two looks of the watchdog is too much all the same. */
function requireWithinLimit(): void {
  if (measureWorkSeconds() > lastSecond) throw new CodedError('video_too_demanding');
}

/** The threads that this process has now. Linux ranks each thread by itself; elsewhere a process is one. */
export function listThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

/**
 * Lets the server go first, so that it answers while all processors decode: counted from the rank that it gave these threads,
 * which is not 0 under `nice`. Threads that these start inherit it.
 */
export function lowerPriority(threads: readonly number[]): void {
  for (const thread of threads) {
    try {
      setPriority(thread, Math.min(19, getPriority(thread) + addedNiceness));
    } catch {
      // A thread that has ended, or a system that knows no priorities: decoding goes on as it is.
    }
  }
}
