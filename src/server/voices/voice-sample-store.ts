import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { voiceSamples } from '../database/schema.ts';

/** A voice that says a sentence. */
export interface VoiceSample {
  /** An mp3. */
  readonly sound: Uint8Array;
  /** A strong entity tag, with its quotes: the same bytes have the same one. */
  readonly etag: string;
}

/** The right to make a sample, held by one process of all. */
export interface Claim {
  readonly key: string;
  readonly maker: string;
}

/** How long a process is believed that says nothing any more. */
export interface ClaimTimes {
  /** A maker that was killed keeps others from trying for this long. */
  readonly leaseSeconds: number;
  /** Somebody at another process who has not asked again for this long waits no more. */
  readonly wantedSeconds: number;
}

export const defaultClaimTimes: ClaimTimes = { leaseSeconds: 10, wantedSeconds: 3 };

/** Of when a sample was last used only the minute is kept, so that hearing one is seldom a write. */
const useSeconds = 60;

/** A number of our own for Postgres' advisory lock, so that the bound holds however many processes keep at once. */
const keepingLock = 8_291_912;

/** Samples in the database, for all processes on it, and who makes which at the moment. */
export class VoiceSampleStore {
  readonly #queries: Queries;
  readonly #maxBytes: number;
  readonly #times: ClaimTimes;

  /** @param maxBytes of all sounds together; beyond it those go that were not heard for longest */
  constructor(queries: Queries, maxBytes: number, times = defaultClaimTimes) {
    this.#queries = queries;
    this.#maxBytes = maxBytes;
    this.#times = times;
  }

  /** The sample, if it is there, which counts as a use of it. */
  async find(key: string): Promise<VoiceSample | undefined> {
    const { sound, soundHash, usedAt } = voiceSamples;
    const [found] = await this.#queries
      .select({
        // The embedded database reads bytes so slowly, digit by digit, that a sample would take ten times as long.
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

  /** The right to make a sample, unless it is there or somebody alive makes it already. */
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
   * Holds the right for longer; to be called every few seconds.
   * @returns whether somebody waits for the sample at another process
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
   * Says that somebody waits here for what another process makes; to be called every second.
   * @returns whether somebody alive makes it
   */
  async wantFromOther(key: string): Promise<boolean> {
    const beingMade = await this.#queries
      .update(voiceSamples)
      .set({ wantedUntil: secondsFromNow(this.#times.wantedSeconds) })
      .where(
        and(eq(voiceSamples.key, key), isNull(voiceSamples.sound), sql`${voiceSamples.leaseEndsAt} > now()`),
      )
      .returning({ key: voiceSamples.key });
    return beingMade.length > 0;
  }

  /** Gives the right back; the next one to ask makes the sample. */
  async release(claim: Claim): Promise<void> {
    await this.#queries.delete(voiceSamples).where(this.#isHeld(claim));
  }

  /** Keeps what was made, and makes room for it. */
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

  /** What makers that died have left goes, too. */
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

function secondsFromNow(seconds: number): SQL {
  return sql`now() + make_interval(secs => ${seconds})`;
}
