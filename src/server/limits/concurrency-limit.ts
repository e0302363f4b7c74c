import { createFairQueue, type FairQueue } from '#shared/async/semaphore.ts';
import { CodedError } from '#shared/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill, type Message } from '#shared/messages/message.ts';

const retryAfterSeconds = 10;

interface Places {
  readonly each: number;
  /** All keys together take turns on these; as many as there are by default. */
  readonly all?: number;
  /** So many calls of one key wait for their turn; more are refused. None by default. */
  readonly waiting?: number;
}

export class ConcurrencyLimit {
  readonly #message: Message<'count'>;
  readonly #places: Places;
  readonly #queue: FairQueue;

  /** @param message for callers who are refused, with the `count` of one key */
  constructor(message: Message<'count'>, places: Places) {
    this.#message = message;
    this.#places = places;
    this.#queue = createFairQueue(places.all ?? Number.POSITIVE_INFINITY, places.each);
  }

  get count(): number {
    return this.#queue.readLoad().busy;
  }

  /**
   * Starts one more, in its turn; dispose of the result when it has ended.
   * @throws CodedError `rate_limited` if too many wait, `client_closed`
   */
  async begin(key: string, signal: AbortSignal): Promise<Disposable> {
    const { each, waiting = 0 } = this.#places;
    const own = this.#queue.readLoad(key);
    if (own.busy >= each && own.waiting >= waiting)
      throw new CodedError('rate_limited', {
        message: fill(this.#message, { count: each }),
        retryAfterSeconds,
      });
    return { [Symbol.dispose]: await this.#queue.acquire(key, signal) };
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

const maxWaiting = 64;

export type CallKind = keyof typeof callsAtOnce | 'speak';

/** @param speechesAtOnce others are refused: a listener may take any time */
export function createCallLimits(speechesAtOnce: number): Readonly<Record<CallKind, ConcurrencyLimit>> {
  const limits = Object.entries(callsAtOnce).map(([kind, each]) => [
    kind,
    new ConcurrencyLimit(limitErrors.callsAtOnce, { each, waiting: maxWaiting }),
  ]);
  return {
    ...Object.fromEntries(limits),
    speak: new ConcurrencyLimit(limitErrors.speechesAtOnce, { each: speechesAtOnce }),
  };
}
