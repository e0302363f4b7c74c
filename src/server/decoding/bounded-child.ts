import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CodedError } from '#shared/errors.ts';
import type { DecodingAnswer } from './decoding-pool.ts';
import type { WatchdogData, WorkLimit } from './watchdog-worker.ts';

/** Gives the server three times the processor share of a decoder, without starving decoders. */
const addedNiceness = 5;
const threads = listThreads();
// In a thread of its own, because a hostile file can block this one for ever.
const watchdogData: WatchdogData = {
  // Passed in, not read: if the server is killed while this process starts, the parent changes.
  parentPid: Number(process.env.BENSHI_SERVER_PID),
  maxBytes: Number(process.env.BENSHI_MAX_CHILD_BYTES),
};
const watchdog = new Worker(new URL('./watchdog-worker.ts', import.meta.url), { workerData: watchdogData });
watchdog.unref();
lowerPriority(threads);
// The server is gone. An orderly exit would wait for a decoder that may never return.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

let lastSecond = Number.POSITIVE_INFINITY;

/** Runs one task in a decoding child: measures its work and converts errors into an answer. A child has one task at a time. */
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

/** Sets the processor time allowed from now on, after which the watchdog kills this process. Checks earlier work first. */
export function allowWork(seconds: number): void {
  requireWithinLimit();
  setLimit(measureWorkSeconds() + seconds);
}

/** Sent as an absolute second: the watchdog may receive it late and must not count from then. */
function setLimit(second: number): void {
  lastSecond = second;
  watchdog.postMessage({ lastSecond } satisfies WorkLimit);
}

/** Also catches work that ended between two checks of the watchdog. */
function requireWithinLimit(): void {
  if (measureWorkSeconds() > lastSecond) throw new CodedError('video_too_demanding');
}

/** The current threads of this process. Linux prioritizes threads individually, other systems whole processes. */
export function listThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

/**
 * Lowers the priority below the server's, so that it answers while all processors decode. Relative to the inherited
 * priority, which is not 0 under `nice`. New threads inherit it.
 */
export function lowerPriority(threads: readonly number[]): void {
  for (const thread of threads) {
    try {
      setPriority(thread, Math.min(19, getPriority(thread) + addedNiceness));
    } catch {
      // The thread has ended, or the system has no priorities: decoding continues without.
    }
  }
}

/** Processor seconds of this process since its start, all threads. */
export function measureWorkSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
