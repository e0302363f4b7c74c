import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Of two that want the processor, the server gets three times as much, and decoders still get on. */
const addedNiceness = 5;

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
