import { createFairQueue } from '#shared/async/fair-queue.ts';
import { CodedError } from '#shared/errors.ts';
import { fill, type Message } from '#shared/messages/message.ts';

const retryAfterSeconds = 10;

/** Of one key, and in all. What is read may be held until a slow client has it. */
const places = { each: 2, all: 100, waiting: 50 };

/** Work that takes memory or time for whoever asks: two at a time of each key, others of it wait, some at most, and all take turns. */
export class Turns {
  readonly #queue = createFairQueue(places.all, places.each);
  readonly #message: Message<'count'>;

  /** @param message for callers beyond those that may wait */
  constructor(message: Message<'count'>) {
    this.#message = message;
  }

  /**
   * @returns ends the turn; calling it twice is harmless
   * @throws CodedError `rate_limited` where too many wait; as `FairQueue.acquire`
   */
  async take(key: string, signal: AbortSignal): Promise<() => void> {
    if (this.#queue.countWaiting(key) >= places.waiting)
      throw new CodedError('rate_limited', {
        message: fill(this.#message, { count: places.each }),
        retryAfterSeconds,
      });
    return this.#queue.acquire(key, signal);
  }
}

/** Limits concurrent work per key, so that one address or account cannot take all capacity. */
export class ConcurrencyLimit {
  readonly #running = new Map<string, number>();
  readonly #most: number;
  readonly #message: Message<'count'>;

  /** @param message for callers above the limit of `count` */
  constructor(most: number, message: Message<'count'>) {
    this.#most = most;
    this.#message = message;
  }

  get count(): number {
    return [...this.#running.values()].reduce((sum, each) => sum + each, 0);
  }

  /**
   * Starts one more; dispose of the result when it has ended.
   * @throws CodedError `rate_limited` at the limit
   */
  begin(key: string): Disposable {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#most)
      throw new CodedError('rate_limited', {
        message: fill(this.#message, { count: this.#most }),
        retryAfterSeconds,
      });
    this.#running.set(key, running + 1);
    return { [Symbol.dispose]: () => this.#end(key) };
  }

  #end(key: string): void {
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
  }
}
