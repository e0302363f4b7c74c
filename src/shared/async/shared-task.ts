import { requireNotCancelled, unlessCancelled } from '../cancellation.ts';
import { CodedError } from '../errors.ts';

/** Work that several callers await. Each may cancel; the work stops with the last of them. */
export class SharedTask<Result> {
  readonly #stopped = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  /** @param run must obey {@link signal}; starts after the constructor returns */
  constructor(run: () => Promise<Result>) {
    this.#result = Promise.resolve().then(run);
    // Waiting callers receive the error; without any it is ignored.
    this.#result.catch(() => {});
  }

  /** Fires when the work must stop. */
  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  get waiting(): number {
    return this.#waiting;
  }

  stop(reason = new CodedError('client_closed')): void {
    this.#stopped.abort(reason);
  }

  /** Resolves when the work has ended in any way. */
  async waitForEnd(): Promise<void> {
    await this.#result.catch(() => {});
  }

  /** @throws CodedError errors of the work; the reason of `signal` if it fires first */
  async waitFor(signal: AbortSignal): Promise<Result> {
    requireNotCancelled(signal);
    this.#waiting += 1;
    try {
      return await unlessCancelled(this.#result, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.stop();
    }
  }
}

/** Shares work among all callers while it runs; its signal fires when the last of them has cancelled. */
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
    // A stopped task may still be ending; new callers need a new one.
    const task = current && !current.signal.aborted ? current : begin();
    return await task.waitFor(signal);
  };
}
