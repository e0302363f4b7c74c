import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolLoad } from '#shared/async/pool-load.ts';
import { SharedTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { describeWait } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { Voice } from '#shared/voices.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Queries } from '../database/database.ts';
import { createFairQueue } from '../decoding/fair-queue.ts';
import type { RecentTries, TryLimit } from '../limits/recent-tries.ts';
import { orderSample, type SampleOrder, speakSample } from './speak-sample.ts';
import {
  type Claim,
  type ClaimTimes,
  defaultClaimTimes,
  type VoiceSample,
  VoiceSampleStore,
} from './voice-sample-store.ts';

export interface VoiceSampleLimits {
  /** New samples that one network address may cause. Those that are there may be heard without end. */
  readonly newPerAddress: TryLimit;
  /** Of all samples together. */
  readonly maxBytes: number;
  /** How long other processes are believed. */
  readonly claimTimes: ClaimTimes;
}

/**
 * Room for 46 voices in 57 languages, three seconds each at a provider's 128 kbit/s (about 130 MB), and for twice as much: each
 * sample is paid for once, however hard somebody tries. Only what was asked for takes room. An hour's new samples are all
 * voices in two languages, and a few.
 */
export const defaultVoiceSampleLimits: VoiceSampleLimits = {
  newPerAddress: { most: 120, windowSeconds: 3600 },
  maxBytes: 256 * 1024 * 1024,
  claimTimes: defaultClaimTimes,
};

/** Who wants to hear a sample. */
export interface Listener {
  /** As `requireVisitor` gives it. */
  readonly address: string;
  /** Fires when they have left. */
  readonly signal: AbortSignal;
}

interface Making {
  readonly key: string;
  /** Whose limit it counts against. */
  readonly address: string;
  readonly work: SharedTask<VoiceSample>;
  hasTurn: boolean;
}

const askOthersAgainMs = 200;
const renewClaimMs = 2000;

/**
 * A short text in each voice and each language, spoken by the engine in use when it is first asked for, and then kept in the
 * database. However many ask at the same time, and at however many processes, it is made once; each process makes
 * one after the other, and addresses take turns, so that others wait for one sample of somebody who asks for all.
 */
export class VoiceSamples {
  readonly #engines: Pick<EngineRoles, 'speech'>;
  readonly #store: VoiceSampleStore;
  readonly #recentTries: RecentTries;
  readonly #limits: VoiceSampleLimits;
  readonly #makings = new Set<Making>();
  /** One at a time. */
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

  /** The sample if it was made before. Costs nothing. */
  async find(voice: Voice, language: LanguageName, signal: AbortSignal): Promise<VoiceSample | undefined> {
    return this.#store.find(computeKey(await orderSample(this.#engines, { voice, language }, signal)));
  }

  /**
   * The sample, made now if nobody asked for it before. When all who wait for it have left, the making is stopped.
   * @throws CodedError `rate_limited`, and what the engine throws; a failure is not kept
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
        // The limit of who began it is not the limit of others who wait for it.
        if (!(error instanceof TooManyNewError) || making.address === address) throw error;
      }
    }
  }

  /** How many wait for a sample that is being made, here or at another process. */
  countWaiting(): number {
    return [...this.#makings].reduce((sum, { work }) => sum + work.waiting, 0);
  }

  /** How many samples are being made here, and how many wait for their turn. */
  readLoad(): PoolLoad {
    return this.#queue.readLoad();
  }

  /** Stops what is being made. */
  async close(): Promise<void> {
    const makings = [...this.#makings];
    for (const { work } of makings) work.stop(new CodedError('unavailable', { retryAfterSeconds: 5 }));
    await Promise.all(makings.map(({ work }) => work.waitForEnd()));
  }

  /** One that waits for its turn behind others of another address is no help: then the sample has a turn of this address, too. */
  #findRunning(key: string, address: string): Making | undefined {
    const isNear = (each: Making) => each.hasTurn || each.address === address;
    return [...this.#makings].find(each => each.key === key && isNear(each) && !each.work.signal.aborted);
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

  /** Another process may be making it: that one's is waited for, and made here if it fails or its maker dies. */
  async #findOrMake(making: Making, order: SampleOrder): Promise<VoiceSample> {
    const { key, work } = making;
    for (;;) {
      const kept = await this.#store.find(key);
      if (kept) return kept;
      requireNotCancelled(work.signal);
      if (await this.#store.wantFromOther(key)) {
        await sleep(askOthersAgainMs, undefined, { signal: work.signal }).catch(() => {});
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
        // Where even that fails, the claim ends by itself.
        await this.#store.release(claim).catch(() => {});
        throw error;
      }
    } finally {
      release();
    }
  }

  /** Speaks while anybody waits, here or at another process. */
  async #speak(order: SampleOrder, claim: Claim, work: SharedTask<VoiceSample>): Promise<Uint8Array> {
    const stopIfUnwanted = async () => {
      const isWantedElsewhere = await this.#store.renew(claim).catch(() => false);
      if (work.isDeserted && !isWantedElsewhere) work.stop();
    };
    work.whenDeserted = stopIfUnwanted;
    const timer = setInterval(stopIfUnwanted, renewClaimMs);
    try {
      return await speakSample(order, work.signal);
    } finally {
      clearInterval(timer);
      // What was spoken is kept in any case.
      work.whenDeserted = () => {};
    }
  }

  async #countNew(address: string): Promise<void> {
    const result = await this.#recentTries.take(['new voice sample', address], this.#limits.newPerAddress);
    if (!result.isAllowed) throw new TooManyNewError(result.retryAfterSeconds);
  }
}

/** What was made keeps its key as long as the same engine would speak the same words. */
function computeKey({ engine, voice, language, script }: SampleOrder): string {
  const order = JSON.stringify([engine.identity, voice, language, script]);
  return createHash('sha256').update(order).digest('base64url');
}

class TooManyNewError extends CodedError {
  constructor(retryAfterSeconds: number) {
    super('rate_limited', {
      message: fill(limitErrors.voiceSamples, { wait: describeWait(retryAfterSeconds) }),
      retryAfterSeconds,
    });
  }
}
