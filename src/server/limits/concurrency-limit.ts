import { createFairQueue } from '#shared/async/fair-queue.ts';
import { createSemaphore, type Semaphore } from '#shared/async/semaphore.ts';
import { CodedError } from '#shared/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
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
  readonly #running = new Map<string, Semaphore>();
  readonly #most: number;
  readonly #message: Message<'count'>;
  readonly #mostWaiting: number;

  /** @param message for callers above the limit of `count`, and above those who may wait for a place */
  constructor(most: number, message: Message<'count'>, mostWaiting = 0) {
    this.#most = most;
    this.#message = message;
    this.#mostWaiting = mostWaiting;
  }

  get count(): number {
    return [...this.#running.values()].reduce((sum, each) => sum + each.readLoad().busy, 0);
  }

  /**
   * Starts one more, in its turn; dispose of the result when it has ended.
   * @throws CodedError `rate_limited` at the limit, `client_closed`
   */
  async begin(key: string, signal: AbortSignal): Promise<Disposable> {
    const places = this.#running.get(key) ?? createSemaphore(this.#most);
    const { busy, waiting } = places.readLoad();
    if (busy >= this.#most && waiting >= this.#mostWaiting)
      throw new CodedError('rate_limited', {
        message: fill(this.#message, { count: this.#most }),
        retryAfterSeconds,
      });
    this.#running.set(key, places);
    const forgetIfIdle = () => {
      const load = places.readLoad();
      if (load.busy + load.waiting === 0) this.#running.delete(key);
    };
    const leave = await places.acquire(signal).finally(forgetIfIdle);
    return {
      [Symbol.dispose]() {
        leave();
        forgetIfIdle();
      },
    };
  }
}

/** Calls that one account, or else one address, may run at once, by kind. The page translates into three languages at a time. */
const callsAtOnce = {
  light: 32,
  look: 4,
  write: 4,
  translate: 4,
  hear: 4,
  voice: 4,
  password: 4,
  message: 2,
  mcp: 4,
} as const;

/** More wait for their turn: the page sends some calls together. */
const mostWaiting = 64;

export type CallKind = keyof typeof callsAtOnce | 'speak';

/** @param speechesAtOnce others are refused: a listener may take any time */
export function createCallLimits(speechesAtOnce: number): Readonly<Record<CallKind, ConcurrencyLimit>> {
  const limits = Object.entries(callsAtOnce).map(([kind, most]) => [
    kind,
    new ConcurrencyLimit(most, limitErrors.callsAtOnce, mostWaiting),
  ]);
  return {
    ...Object.fromEntries(limits),
    speak: new ConcurrencyLimit(speechesAtOnce, limitErrors.speechesAtOnce),
  };
}
