import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { several } from '#engines/offline/analysis.ts';
import { createWording } from '#engines/offline/phrases.ts';
import type { SpeechEngine } from '#engines/ports.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import type { AskedVoice } from '#shared/api/fields.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { createFairQueue, type PoolLoad } from '#shared/async/semaphore.ts';
import { SharedTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { takeMp3 } from '#shared/speech.ts';
import { toVoiceId } from '#shared/voices.ts';
import { chooseForVoice, type EngineRoles } from '../choose-engines.ts';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { voiceSamples } from '../database/schema.ts';
import { type RecentTries, takeTry } from '../limits/recent-tries.ts';

/** Each sample is paid for once; only requested samples take space. */
export const defaultVoiceSampleLimits = {
  /** New samples per network address: all voices in two languages, and a few more. Existing ones may be played without limit. */
  newPerAddress: { most: 120, windowSeconds: 3600 },
  /** New samples that a provider may charge for, for all without a verified address together: about 100,000 characters a day. */
  newForVisitors: { most: 1000, windowSeconds: 24 * 3600 },
  /** Space for 46 voices in 57 languages, three seconds each at a provider's 128 kbit/s (about 130 MB), twice. */
  maxBytes: 256 * 1024 * 1024,
};

export type VoiceSampleLimits = Readonly<typeof defaultVoiceSampleLimits>;

interface SampleParts {
  readonly engines: Pick<EngineRoles, 'speech'>;
  readonly queries: Queries;
  readonly recentTries: RecentTries;
  readonly limits: VoiceSampleLimits;
}

interface Listener {
  /** As returned by `requireVisitor`. */
  readonly address: string;
  /** Without a verified address. */
  readonly isVisitor: boolean;
  readonly signal: AbortSignal;
}

/** Counts against the limits of whoever asked first. */
interface Making extends Omit<Listener, 'signal'> {
  readonly key: string;
  readonly work: SharedTask<VoiceSample>;
  hasTurn: boolean;
}

/**
 * Samples of each voice and language, generated on first request by the engine in use, and cached in the
 * database. Parallel requests generate a sample once; each process generates one at a time, and addresses take turns, so that a
 * client that requests all does not block others.
 */
export class VoiceSamples {
  readonly #parts: SampleParts;
  readonly #store: VoiceSampleStore;
  readonly #makings = new Set<Making>();
  readonly #queue = createFairQueue(1);

  constructor(parts: SampleParts) {
    this.#parts = parts;
    this.#store = new VoiceSampleStore(parts.queries, parts.limits.maxBytes);
  }

  async find(
    voice: AskedVoice,
    language: LanguageName,
    signal: AbortSignal,
  ): Promise<VoiceSample | undefined> {
    return this.#store.find(computeKey(await orderSample(this.#parts.engines, { voice, language }, signal)));
  }

  /**
   * The sample, generated if necessary. Stops when all waiting clients have disconnected.
   * @throws CodedError `rate_limited`, and errors of the engine; a failure is not cached
   */
  async get(voice: AskedVoice, language: LanguageName, listener: Listener): Promise<VoiceSample> {
    const { address, signal } = listener;
    const order = await orderSample(this.#parts.engines, { voice, language }, signal);
    const key = computeKey(order);
    const kept = await this.#store.find(key);
    if (kept) return kept;
    for (;;) {
      requireNotCancelled(signal);
      const making = this.#findRunning(key, address) ?? this.#begin(order, key, listener);
      try {
        return await making.work.waitFor(signal);
      } catch (error) {
        // The limit of the first requester does not apply to others that wait.
        const isLimited = error instanceof CodedError && error.code === 'rate_limited';
        if (!isLimited || making.address === address) throw error;
      }
    }
  }

  countWaiting(): number {
    return [...this.#makings].reduce((sum, { work }) => sum + work.waiting, 0);
  }

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

  #begin(order: SampleOrder, key: string, { address, isVisitor }: Listener): Making {
    const work = new SharedTask(async () => {
      try {
        return await this.#makeInTurn(making, order);
      } finally {
        this.#makings.delete(making);
      }
    });
    const making: Making = { key, address, isVisitor, work, hasTurn: false };
    this.#makings.add(making);
    return making;
  }

  async #makeInTurn(making: Making, order: SampleOrder): Promise<VoiceSample> {
    const { key, address, work } = making;
    const release = await this.#queue.acquire(address, work.signal);
    making.hasTurn = true;
    try {
      // Another process, or another address before its turn, may have made it.
      const kept = await this.#store.find(key);
      if (kept) return kept;
      await this.#countNew(making, order.engine);
      return await this.#store.keep(key, await speakSample(order, work.signal));
    } finally {
      release();
    }
  }

  async #countNew({ address, isVisitor }: Making, { provider }: SpeechEngine): Promise<void> {
    const { recentTries, limits } = this.#parts;
    const { voiceSamples: forOne, visitorVoiceSamples: forAll } = limitErrors;
    await takeTry(recentTries, ['new voice sample', address], limits.newPerAddress, forOne);
    if (!isVisitor || provider.isOffline || provider.isLocal) return;
    await takeTry(recentTries, ['new voice samples of visitors'], limits.newForVisitors, forAll);
  }
}

/** The key is stable as long as the same engine would speak the same text. */
function computeKey({ engine, voice, language, script }: SampleOrder): string {
  const order = JSON.stringify([engine.identity, toVoiceId(voice), language, script]);
  return createHash('sha256').update(order).digest('base64url');
}

interface SampleOrder {
  readonly engine: SpeechEngine;
  readonly voice: AskedVoice;
  readonly language: LanguageName;
  readonly script: string;
}

const longestMs = 60_000;

/** A sample of a few seconds has a tenth of this at 128 kbit/s. */
const maxSampleBytes = 1024 * 1024;

/**
 * Chooses a sample's text and engine.
 * @throws CodedError `voice_gone`, also for an own voice that is not listed; of the engine; `client_closed`
 */
async function orderSample(
  engines: Pick<EngineRoles, 'speech'>,
  { voice, language }: Pick<SampleOrder, 'voice' | 'language'>,
  signal: AbortSignal,
): Promise<SampleOrder> {
  const engine = await chooseForVoice(engines, { voice, language: getLanguage(language) }, signal);
  // Anyone can ask for a sample: only listed voices are spoken, so that invented ids cost nothing.
  const isKnown =
    typeof voice === 'string' || (await engine.listVoices?.(signal))?.some(({ id }) => id === voice.id);
  if (!isKnown) throw new CodedError('voice_gone', { costsNothing: true });
  // One such sentence takes a second and a half, too short to judge a voice.
  const { tell } = createWording(getLanguage(language));
  const sentences = [
    tell([
      { name: 'person', count: 2 },
      { name: 'dog', count: 1 },
    ]),
    tell([
      { name: 'boat', count: 1 },
      { name: 'bird', count: several },
    ]),
  ];
  const script = sentences.join(' ');
  return { engine, voice, language, script };
}

/** @throws CodedError of the engine, `provider_timeout`, `provider_garbage` for far too much sound, `client_closed` */
async function speakSample(order: SampleOrder, signal: AbortSignal): Promise<Uint8Array> {
  const { engine, voice, language, script } = order;
  using limited = limitSignal(longestMs, signal, new CodedError('provider_timeout'));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const speech = await convertToVoice(engine, { script, voice, language }, limited.signal);
  for await (const chunk of takeMp3(speech)) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > maxSampleBytes) throw new CodedError('provider_garbage');
  }
  return Buffer.concat(chunks);
}

export interface VoiceSample {
  /** An mp3. */
  readonly sound: Uint8Array;
  /** A strong entity tag with quotes. */
  readonly etag: string;
}

/** The last use is stored to the minute, so that playing a sample is seldom a write. */
const useSeconds = 60;

export class VoiceSampleStore {
  readonly #queries: Queries;
  readonly #maxBytes: number;

  /** @param maxBytes of all sounds; above it the least recently played are deleted */
  constructor(queries: Queries, maxBytes: number) {
    this.#queries = queries;
    this.#maxBytes = maxBytes;
  }

  async find(key: string): Promise<VoiceSample | undefined> {
    const { sound, soundHash, usedAt } = voiceSamples;
    const [found] = await this.#queries
      .select({
        // The embedded database returns binary data ten times as slowly.
        base64: sql<string>`encode(${sound}, 'base64')`,
        soundHash,
        isUseOld: sql<boolean>`${usedAt} < ${secondsFromNow(-useSeconds)}`,
      })
      .from(voiceSamples)
      .where(eq(voiceSamples.key, key));
    if (!found) return undefined;
    if (found.isUseOld)
      await this.#queries.update(voiceSamples).set({ usedAt: sql`now()` }).where(eq(voiceSamples.key, key));
    return { sound: Buffer.from(found.base64, 'base64'), etag: `"${found.soundHash}"` };
  }

  async keep(key: string, sound: Uint8Array): Promise<VoiceSample> {
    const soundHash = createHash('sha256').update(sound).digest('base64url');
    const kept = { key, sound, soundHash, sizeBytes: sound.byteLength };
    await this.#queries.transaction(async queries => {
      await queries.insert(voiceSamples).values(kept).onConflictDoNothing();
      await this.#makeSpace(queries);
    });
    return { sound, etag: `"${soundHash}"` };
  }

  async #makeSpace(queries: Queries): Promise<void> {
    const { key, sizeBytes, usedAt } = voiceSamples;
    const bytesSoFar = sql`sum(${sizeBytes}) over (order by ${usedAt} desc, ${key})`;
    await queries.execute(sql`
      delete from ${voiceSamples}
      where ${key} in (
        select key from (select ${key}, ${bytesSoFar} as bytes from ${voiceSamples}) as newest_first
        where bytes > ${this.#maxBytes}
      )`);
  }
}
