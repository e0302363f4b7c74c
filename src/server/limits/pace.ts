import type { PoolLoad } from '#shared/async/pool-load.ts';
import { requireNotCancelled, toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { WaitingLine } from './waiting-line.ts';

export interface PaceLimits {
  /** So many may begin at once after a rest. */
  readonly burst: number;
  /** So many may begin in a second, before it is known how many this machine can do; then between these two. */
  readonly perSecond: number;
  readonly leastPerSecond: number;
  readonly mostPerSecond: number;
  /** When the event loop is late by more than this, fewer may begin. An answer takes several turns of it: figures in docs/decisions/overload.md. */
  readonly mostLateMs: number;
  /** Nobody waits longer for a turn, and nobody gets in line who would. */
  readonly patienceMs: number;
}

export const defaultPaceLimits: PaceLimits = {
  burst: 30,
  perSecond: 200,
  leastPerSecond: 20,
  mostPerSecond: 2000,
  mostLateMs: 12,
  patienceMs: 3000,
};

/** How often it is looked at how late the event loop is. */
export const paceTickMs = 20;
/** After a longer pause of the event loop no more is made good, or it would be paused by that again. */
const longestTickMs = 2 * paceTickMs;
/** Down quickly and up slowly, so that it settles below what is too much. */
const slower = 0.8;
const faster = 1.03;
/** What goes on never waits: whoever sends nothing but that shall not keep others from beginning. */
const mostForGoingOn = 0.5;

/**
 * Decides how fast work begins, so that the event loop stays quick for everybody: by how late it is. It knows nothing of processors, providers and
 * databases; whoever waits for one of these holds nothing up.
 */
export class Pace {
  readonly #limits: PaceLimits;
  readonly #waiting = new WaitingLine();
  #perSecond: number;
  #free: number;
  /** What went on with something, and was not taken off the pace yet. */
  #goneOn = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#perSecond = limits.perSecond;
    this.#free = limits.burst;
  }

  /** Nobody waits, and a burst may come. */
  get isAtRest(): boolean {
    return this.#waiting.size === 0 && this.#goneOn === 0 && this.#free >= this.#limits.burst;
  }

  /** For what goes on with something that was begun: it is counted, and never waits. */
  goOn(): void {
    this.#goneOn = Math.min(this.#goneOn + 1, this.#perSecond);
  }

  /**
   * Waits for a turn. When the line is full, who has most in it gives way to who has less.
   * @param address of who asks, as `requireVisitor` gives it
   * @throws CodedError `overloaded` when too many wait, or it took too long; the signal's own reason when it fires
   */
  async begin(address: string, signal: AbortSignal): Promise<void> {
    requireNotCancelled(signal);
    if (this.#waiting.size === 0 && this.#free >= 1) {
      this.#free -= 1;
      return;
    }
    const places = (this.#perSecond * this.#limits.patienceMs) / 1000;
    if (this.#waiting.size >= places) {
      const greedier = this.#waiting.findGreedierThan(address);
      if (!greedier) throw refuse();
      greedier.giveWay();
    }
    await this.#wait(address, signal);
  }

  /** @param elapsedMs since the last tick, which was to be {@link paceTickMs} ago */
  tick(elapsedMs: number): void {
    const { burst, leastPerSecond, mostPerSecond, mostLateMs } = this.#limits;
    if (elapsedMs - paceTickMs > mostLateMs)
      this.#perSecond = Math.max(leastPerSecond, this.#perSecond * slower);
    else if (this.#waiting.size > 0) this.#perSecond = Math.min(mostPerSecond, this.#perSecond * faster);
    const gained = (this.#perSecond * Math.min(elapsedMs, longestTickMs)) / 1000;
    const goneOn = Math.min(this.#goneOn, gained * mostForGoingOn);
    this.#goneOn -= goneOn;
    this.#free = Math.min(burst, this.#free + gained - goneOn);
    while (this.#free >= 1) {
      const next = this.#waiting.takeNext();
      if (!next) return;
      this.#free -= 1;
      next.enter();
    }
  }

  readLoad(): PoolLoad {
    return { busy: 0, waiting: this.#waiting.size };
  }

  #wait(address: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(patience);
        signal.removeEventListener('abort', cancel);
        this.#waiting.remove(waiter);
      };
      const enter = () => {
        leave();
        resolve();
      };
      const cancel = () => {
        leave();
        reject(toCancelledError(signal));
      };
      const giveWay = () => {
        leave();
        reject(refuse());
      };
      const waiter = { address, enter, giveWay };
      const patience = setTimeout(giveWay, this.#limits.patienceMs);
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.add(waiter);
    });
  }
}

function refuse(): CodedError {
  return new CodedError('overloaded', { retryAfterSeconds: 3, costsNothing: true });
}
