import { requireNotCancelled, toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';

/** Work that several callers wait for together. Each may leave; the work ends with the last of them. */
export class SharedWork<Result> {
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
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(toCancelledError(signal));
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting += 1;
    try {
      return await Promise.race([this.#result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      this.#waiting -= 1;
      if (this.isDeserted) this.whenDeserted();
    }
  }
}
