import { Tinypool } from 'tinypool';
import { limitSignal } from '#shared/async/limit-time.ts';
import type { PoolLoad } from '#shared/async/pool-load.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { DecodingBudget } from './decoding-budget.ts';
import type { DecodingLimits } from './decoding-limits.ts';
import type { DecodingAnswer, NoTask } from './decoding-task.ts';
import { createFairQueue } from './fair-queue.ts';

export interface DecodingPoolOptions {
  /** The module that a child runs: its default function does a task. */
  readonly child: URL;
  readonly workers: number;
  /** What a child is told beside its limits; empty when left out. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Options of Node for a child beside its limit of memory; none when left out. */
  readonly nodeOptions?: readonly string[];
  readonly limits: DecodingLimits;
  readonly budget: DecodingBudget | undefined;
}

/** For whom something is decoded. */
export interface DecodingJob {
  /** An address as `requireVisitor` gives it, or the id of an account. */
  readonly asker: string;
  readonly signal: AbortSignal;
  /** How long its work may take by the clock; as long as any when left out. */
  readonly timeLimitMs?: number;
}

interface GoodAnswer<Value> {
  readonly workSeconds: number;
  readonly value: Value;
}

/**
 * Has one task done by a child; throws what the child threw, or why it is gone. One after the other: tinypool (2.2) gives a
 * child that has a task with a signal no second one, but starts another child for it, and an asker has one at a time.
 */
export type RunTask<Task, Value> = (task: Task) => Promise<GoodAnswer<Value>>;

/** Child processes that decode, shared fairly among those who ask. */
export interface DecodingPool<Task, Value> {
  /** Waits for the asker's turn, lets tasks be run, and counts the work, however it ended. */
  serve<T>(job: DecodingJob, work: (run: RunTask<Task, Value>) => Promise<T>): Promise<T>;
  prepare(): void;
  readLoad(): PoolLoad;
  close(): Promise<void>;
}

const nothing: NoTask = { kind: 'nothing' };
export function createDecodingPool<Task, Value>(options: DecodingPoolOptions): DecodingPool<Task, Value> {
  const { workers, limits, budget } = options;
  const pool = createChildren(options);
  const queue = createFairQueue(workers);
  const closing = new AbortController();
  let prepared: Promise<unknown> | undefined;
  return {
    async serve({ asker, signal, timeLimitMs = limits.timeLimitMs }, work) {
      const stopped = AbortSignal.any([signal, closing.signal]);
      const leave = await queue.acquire(asker, stopped);
      let workSeconds = 0;
      try {
        await budget?.requireLeft(asker);
        // Until then tinypool takes the child for a busy one and starts another, which holds up the server.
        await prepared;
        // The clock starts when there is a child that can work.
        using starting = limitSignal(limits.startLimitMs, stopped);
        await runTask(pool, nothing, starting.signal);
        // No fault of what was sent: children end before they can work.
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
          // Before the next turn of the same asker, who shall know of it.
          if (workSeconds > 0) await budget?.charge(asker, workSeconds);
        } finally {
          leave();
        }
      }
    },
    prepare() {
      // Nobody waits for it: should it fail, the next task starts another child.
      if (pool.threads.length === 0 && !closing.signal.aborted)
        prepared = pool.run(nothing, { signal: AbortSignal.timeout(limits.startLimitMs) }).catch(() => {});
    },
    readLoad: queue.readLoad,
    async close() {
      closing.abort(new CodedError('unavailable'));
      // tinypool (2.2) lets a process exit before its children have, so that nothing after this would run.
      for (const child of pool.threads) child.ref?.();
      await pool.destroy();
    },
  };
}

function createChildren({
  child,
  workers,
  environment,
  nodeOptions = [],
  limits,
}: DecodingPoolOptions): Tinypool {
  const { maxChildBytes, maxHeapMebibytes, idleMs } = limits;
  const pool = new Tinypool({
    filename: child.href,
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: idleMs,
    // Pictures cross as bytes, not as JSON.
    serialization: 'advanced',
    // Nothing else of the server's environment reaches a process that reads strangers' files: no keys, no addresses.
    env: {
      ...environment,
      BENSHI_SERVER_PID: String(process.pid),
      BENSHI_MAX_CHILD_BYTES: String(maxChildBytes),
    },
    // A file's index that claims a billion pictures ends the child here.
    execArgv: [`--max-old-space-size=${maxHeapMebibytes}`, ...nodeOptions],
  });
  // A child died while it was idle or starting. Without a listener the event would end the server.
  pool.on('error', () => {
    // What waits for it would wait in vain: tinypool (2.2) starts a child only for what comes.
    if (pool.queueSize > 0)
      pool.run(nothing, { signal: AbortSignal.timeout(limits.startLimitMs) }).catch(() => {});
  });
  return pool;
}

/** A child that is gone leaves no word of why or of its work: the time by the clock stands for it. */
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
