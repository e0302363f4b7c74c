import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { voiceSamples } from '../database/schema.ts';

export interface VoiceSample {
  /** An mp3. */
  readonly sound: Uint8Array;
  /** A strong entity tag, with quotes, derived from the content. */
  readonly etag: string;
}

/** The exclusive right of one process to generate a sample. */
export interface Claim {
  readonly key: string;
  readonly maker: string;
}

/** Time limits for processes that stop responding. */
export const defaultClaimTimes = {
  /** A key of a killed process is blocked for this long. */
  leaseSeconds: 10,
  /** A request at another process ends if not renewed for this long. */
  wantedSeconds: 3,
};

/** The last use is stored to the minute, so that playing a sample is seldom a write. */
const useSeconds = 60;

/** Our key for Postgres' advisory lock, so that parallel processes respect the size limit. */
const keepingLock = 8_291_912;

/** Samples in the database, shared by all processes, and which process is generating which. */
export class VoiceSampleStore {
  readonly #queries: Queries;
  readonly #maxBytes: number;
  readonly #times: typeof defaultClaimTimes;

  /** @param maxBytes of all sounds; above it the least recently played are deleted */
  constructor(queries: Queries, maxBytes: number, times = defaultClaimTimes) {
    this.#queries = queries;
    this.#maxBytes = maxBytes;
    this.#times = times;
  }

  /** The sample, if it exists. Counts as a use. */
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
      .where(and(eq(voiceSamples.key, key), isNotNull(sound)));
    if (!found) return undefined;
    if (found.isUseOld)
      await this.#queries.update(voiceSamples).set({ usedAt: sql`now()` }).where(eq(voiceSamples.key, key));
    return { sound: Buffer.from(found.base64, 'base64'), etag: `"${found.soundHash}"` };
  }

  /** Claims a sample, unless it exists or a live process is generating it. */
  async claim(key: string): Promise<Claim | undefined> {
    const lease = { maker: randomUUID(), leaseEndsAt: secondsFromNow(this.#times.leaseSeconds) };
    const claimed = await this.#queries
      .insert(voiceSamples)
      .values({ key, ...lease })
      .onConflictDoUpdate({
        target: voiceSamples.key,
        set: lease,
        setWhere: sql`${voiceSamples.sound} is null and ${voiceSamples.leaseEndsAt} <= now()`,
      })
      .returning({ key: voiceSamples.key });
    return claimed.length > 0 ? { key, maker: lease.maker } : undefined;
  }

  /**
   * Extends a claim; call every few seconds.
   * @returns whether a client of another process waits for it
   */
  async renew(claim: Claim): Promise<boolean> {
    const [renewed] = await this.#queries
      .update(voiceSamples)
      .set({ leaseEndsAt: secondsFromNow(this.#times.leaseSeconds) })
      .where(this.#isHeld(claim))
      .returning({ isWanted: sql<boolean | null>`${voiceSamples.wantedUntil} > now()` });
    return renewed?.isWanted === true;
  }

  /**
   * Registers interest in a sample that another process generates; call every second.
   * @returns whether a live process is generating it
   */
  async registerInterest(key: string): Promise<boolean> {
    const beingMade = await this.#queries
      .update(voiceSamples)
      .set({ wantedUntil: secondsFromNow(this.#times.wantedSeconds) })
      .where(
        and(eq(voiceSamples.key, key), isNull(voiceSamples.sound), sql`${voiceSamples.leaseEndsAt} > now()`),
      )
      .returning({ key: voiceSamples.key });
    return beingMade.length > 0;
  }

  /** Releases a claim; the next request generates the sample. */
  async release(claim: Claim): Promise<void> {
    await this.#queries.delete(voiceSamples).where(this.#isHeld(claim));
  }

  /** Stores a sample, and deletes old ones above the limit. */
  async keep({ key }: Claim, sound: Uint8Array): Promise<VoiceSample> {
    const soundHash = createHash('sha256').update(sound).digest('base64url');
    const kept = {
      sound,
      soundHash,
      sizeBytes: sound.byteLength,
      usedAt: sql`now()`,
      maker: null,
      leaseEndsAt: null,
      wantedUntil: null,
    };
    await this.#queries.transaction(async queries => {
      await queries.execute(sql`select pg_advisory_xact_lock(${keepingLock})`);
      await queries
        .insert(voiceSamples)
        .values({ key, ...kept })
        .onConflictDoUpdate({ target: voiceSamples.key, set: kept, setWhere: isNull(voiceSamples.sound) });
      await this.#makeSpace(queries);
    });
    return { sound, etag: `"${soundHash}"` };
  }

  /** Also deletes claims of dead processes. */
  async #makeSpace(queries: Queries): Promise<void> {
    const { key, sound, sizeBytes, usedAt, leaseEndsAt } = voiceSamples;
    const bytesSoFar = sql`sum(${sizeBytes}) over (order by ${usedAt} desc, ${key})`;
    await queries.execute(sql`
      delete from ${voiceSamples}
      where (${sound} is null and ${leaseEndsAt} < now())
        or ${key} in (
          select key from (
            select ${key}, ${bytesSoFar} as bytes from ${voiceSamples} where ${sound} is not null
          ) as newest_first
          where bytes > ${this.#maxBytes}
        )`);
  }

  #isHeld({ key, maker }: Claim): SQL | undefined {
    return and(eq(voiceSamples.key, key), eq(voiceSamples.maker, maker), isNull(voiceSamples.sound));
  }
}
