import { requireNotCancelled } from '../cancellation.ts';
import { CodedError } from '../errors.ts';
import { unlessCancelled } from './unless-cancelled.ts';

/** Work that several callers wait for together. Each may leave; it is stopped with the last of them. */
export class SharedTask<Result> {
  /** What to do once nobody waits any more: stop, unless the work knows of a reason to go on. */
  whenDeserted: () => void = () => this.stop();
  readonly #stopped = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  /** @param run has to obey {@link signal}; it begins when whoever made this has it in hand */
  constructor(run: () => Promise<Result>) {
    this.#result = Promise.resolve().then(run);
    // It is thrown to those who wait. When they have all left, nobody needs to know.
    this.#result.catch(() => {});
  }

  /** Fires when the work has to end. */
  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  /** How many wait for it. */
  get waiting(): number {
    return this.#waiting;
  }

  get isDeserted(): boolean {
    return this.#waiting === 0;
  }

  stop(reason = new CodedError('client_closed')): void {
    this.#stopped.abort(reason);
  }

  /** Resolves when the work has ended, in whatever way. */
  async waitForEnd(): Promise<void> {
    await this.#result.catch(() => {});
  }

  /** @throws CodedError what the work throws; the reason of `signal` when it fires before */
  async waitFor(signal: AbortSignal): Promise<Result> {
    requireNotCancelled(signal);
    this.#waiting += 1;
    try {
      return await unlessCancelled(this.#result, signal);
    } finally {
      this.#waiting -= 1;
      if (this.isDeserted) this.whenDeserted();
    }
  }
}

/**
 * Makes work that is done once for everybody who asks while it runs, and stopped when the last of them has left. Nothing
 * is kept once it has ended.
 * @param run stops when its signal fires
 */
export function shareTask<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
): (signal: AbortSignal) => Promise<Result> {
  let current: SharedTask<Result> | undefined;

  function begin(): SharedTask<Result> {
    const task: SharedTask<Result> = new SharedTask(async () => {
      try {
        return await run(task.signal);
      } finally {
        if (current === task) current = undefined;
      }
    });
    current = task;
    return task;
  }

  return async signal => {
    requireNotCancelled(signal);
    // Stopped, it may take a moment to end; who asks in it needs a task of their own.
    const task = current && !current.signal.aborted ? current : begin();
    return await task.waitFor(signal);
  };
}
