import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { voiceSamples } from '../database/schema.ts';

export interface VoiceSample {
  /** An mp3. */
  readonly sound: Uint8Array;
  /** A strong entity tag, with quotes, derived from the content. */
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
      .where(eq(voiceSamples.key, key));
    if (!found) return undefined;
    if (found.isUseOld)
      await this.#queries.update(voiceSamples).set({ usedAt: sql`now()` }).where(eq(voiceSamples.key, key));
    return { sound: Buffer.from(found.base64, 'base64'), etag: `"${found.soundHash}"` };
  }

  /** Stores a sample, and deletes old ones above the limit. */
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
