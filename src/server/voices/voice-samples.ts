import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairQueue } from '#shared/async/fair-queue.ts';
import type { PoolLoad } from '#shared/async/pool-load.ts';
import { SharedTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import type { Voice } from '#shared/voices.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Queries } from '../database/database.ts';
import { type RecentTries, refuseTry } from '../limits/recent-tries.ts';
import { orderSample, type SampleOrder, speakSample } from './speak-sample.ts';
import { type Claim, defaultClaimTimes, type VoiceSample, VoiceSampleStore } from './voice-sample-store.ts';

/** Each sample is paid for once; only requested samples take space. */
export const defaultVoiceSampleLimits = {
  /** New samples per network address: all voices in two languages, and a few more. Existing ones may be played without limit. */
  newPerAddress: { most: 120, windowSeconds: 3600 },
  /** Space for 46 voices in 57 languages, three seconds each at a provider's 128 kbit/s (about 130 MB), twice. */
  maxBytes: 256 * 1024 * 1024,
  /** How long claims of other processes are valid. */
  claimTimes: defaultClaimTimes,
};

export type VoiceSampleLimits = Readonly<typeof defaultVoiceSampleLimits>;

export interface Listener {
  /** As returned by `requireVisitor`. */
  readonly address: string;
  readonly signal: AbortSignal;
}

interface Making {
  readonly key: string;
  /** The address whose limit it counts against. */
  readonly address: string;
  readonly work: SharedTask<VoiceSample>;
  hasTurn: boolean;
}

const pollOtherMs = 200;
const renewClaimMs = 2000;

/**
 * Samples of each voice and language, generated on first request by the engine in use, and cached in the
 * database. Parallel requests, also at other processes, generate a sample once; each process generates one
 * at a time, and addresses take turns, so that a client that requests all does not block others.
 */
export class VoiceSamples {
  readonly #engines: Pick<EngineRoles, 'speech'>;
  readonly #store: VoiceSampleStore;
  readonly #recentTries: RecentTries;
  readonly #limits: VoiceSampleLimits;
  readonly #makings = new Set<Making>();
  readonly #queue = createFairQueue(1);

  constructor(parts: {
    engines: Pick<EngineRoles, 'speech'>;
    queries: Queries;
    recentTries: RecentTries;
    limits: VoiceSampleLimits;
  }) {
    this.#engines = parts.engines;
    this.#store = new VoiceSampleStore(parts.queries, parts.limits.maxBytes, parts.limits.claimTimes);
    this.#recentTries = parts.recentTries;
    this.#limits = parts.limits;
  }

  /** The sample if it is cached. Costs nothing. */
  async find(voice: Voice, language: LanguageName, signal: AbortSignal): Promise<VoiceSample | undefined> {
    return this.#store.find(computeKey(await orderSample(this.#engines, { voice, language }, signal)));
  }

  /**
   * The sample, generated if necessary. Stops when all waiting clients have disconnected.
   * @throws CodedError `rate_limited`, and errors of the engine; a failure is not cached
   */
  async get(voice: Voice, language: LanguageName, { address, signal }: Listener): Promise<VoiceSample> {
    const order = await orderSample(this.#engines, { voice, language }, signal);
    const key = computeKey(order);
    const kept = await this.#store.find(key);
    if (kept) return kept;
    for (;;) {
      requireNotCancelled(signal);
      const making = this.#findRunning(key, address) ?? this.#begin(order, key, address);
      try {
        return await making.work.waitFor(signal);
      } catch (error) {
        // The limit of the first requester does not apply to others that wait.
        const isLimited = error instanceof CodedError && error.code === 'rate_limited';
        if (!isLimited || making.address === address) throw error;
      }
    }
  }

  /** Number of requests for samples being generated here or at another process. */
  countWaiting(): number {
    return [...this.#makings].reduce((sum, { work }) => sum + work.waiting, 0);
  }

  /** Number of samples being generated here, and in the queue. */
  readLoad(): PoolLoad {
    return this.#queue.readLoad();
  }

  async close(): Promise<void> {
    const makings = [...this.#makings];
    for (const { work } of makings) work.stop(new CodedError('unavailable', { retryAfterSeconds: 5 }));
    await Promise.all(makings.map(({ work }) => work.waitForEnd()));
  }

  /** Ignores samples that still wait in the queue for another address; this address then queues its own. */
  #findRunning(key: string, address: string): Making | undefined {
    const isUsable = (each: Making) => each.hasTurn || each.address === address;
    return [...this.#makings].find(each => each.key === key && isUsable(each) && !each.work.signal.aborted);
  }

  #begin(order: SampleOrder, key: string, address: string): Making {
    const work = new SharedTask(async () => {
      try {
        return await this.#findOrMake(making, order);
      } finally {
        this.#makings.delete(making);
      }
    });
    const making: Making = { key, address, work, hasTurn: false };
    this.#makings.add(making);
    return making;
  }

  /** Waits for another process that generates it; generates it here if that fails or dies. */
  async #findOrMake(making: Making, order: SampleOrder): Promise<VoiceSample> {
    const { key, work } = making;
    for (;;) {
      const kept = await this.#store.find(key);
      if (kept) return kept;
      requireNotCancelled(work.signal);
      if (await this.#store.registerInterest(key)) {
        await sleep(pollOtherMs, undefined, { signal: work.signal }).catch(() => {});
      } else {
        const made = await this.#makeInTurn(making, order);
        if (made) return made;
      }
    }
  }

  async #makeInTurn(making: Making, order: SampleOrder): Promise<VoiceSample | undefined> {
    const { key, address, work } = making;
    const release = await this.#queue.acquire(address, work.signal);
    making.hasTurn = true;
    try {
      const claim = await this.#store.claim(key);
      if (!claim) return undefined;
      try {
        await this.#countNew(address);
        return await this.#store.keep(claim, await this.#speak(order, claim, work));
      } catch (error) {
        // If even that fails, the claim expires by itself.
        await this.#store.release(claim).catch(() => {});
        throw error;
      }
    } finally {
      release();
    }
  }

  /** Continues while a client waits, here or at another process. */
  async #speak(order: SampleOrder, claim: Claim, work: SharedTask<VoiceSample>): Promise<Uint8Array> {
    const stopIfUnwanted = async () => {
      const isWantedElsewhere = await this.#store.renew(claim).catch(() => false);
      if (work.isAbandoned && !isWantedElsewhere) work.stop();
    };
    work.whenAbandoned = stopIfUnwanted;
    const timer = setInterval(stopIfUnwanted, renewClaimMs);
    try {
      return await speakSample(order, work.signal);
    } finally {
      clearInterval(timer);
      // Once spoken, it is stored in any case.
      work.whenAbandoned = () => {};
    }
  }

  async #countNew(address: string): Promise<void> {
    const result = await this.#recentTries.take(['new voice sample', address], this.#limits.newPerAddress);
    if (!result.isAllowed) throw refuseTry(limitErrors.voiceSamples, result.retryAfterSeconds);
  }
}

/** The key is stable as long as the same engine would speak the same text. */
function computeKey({ engine, voice, language, script }: SampleOrder): string {
  const order = JSON.stringify([engine.identity, voice, language, script]);
  return createHash('sha256').update(order).digest('base64url');
}
