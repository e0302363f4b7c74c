import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { voiceSamples } from '#server/database/schema.ts';
import { VoiceSampleStore } from '#server/voices/voice-sample-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';

const sound = new Uint8Array([0xff, 0xfb, 0, 1, 2, 3, 0, 0x5c, 0x27, 0x80]);

/** Nothing ends by itself, however long a busy machine takes: time passes when a test says so. */
const claimTimes = { leaseSeconds: 3600, wantedSeconds: 3600 };

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let database: Database;
  /** Two processes on one database know nothing of each other but what is in it. */
  let here: VoiceSampleStore;
  let there: VoiceSampleStore;

  beforeEach(async () => {
    place = await makePlace();
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = place.environment;
    database = await openDatabase({ databaseUrl, dataDir });
    here = new VoiceSampleStore(database.queries, 3 * sound.length, claimTimes);
    there = new VoiceSampleStore(database.queries, 3 * sound.length, claimTimes);
  });
  afterEach(async () => {
    await database.close();
    place.remove();
  });

  async function keep(key: string): Promise<void> {
    const claim = await here.claim(key);
    if (!claim) throw new Error(`${key} cannot be claimed`);
    await here.keep(claim, sound);
  }

  /** As if so many hours had passed for this sample. */
  async function makeOlder(key: string, hours: number): Promise<void> {
    const ago = sql`make_interval(hours => ${hours})`;
    await database.queries
      .update(voiceSamples)
      .set({
        usedAt: sql`${voiceSamples.usedAt} - ${ago}`,
        leaseEndsAt: sql`${voiceSamples.leaseEndsAt} - ${ago}`,
        wantedUntil: sql`${voiceSamples.wantedUntil} - ${ago}`,
      })
      .where(eq(voiceSamples.key, key));
  }

  async function listKeys(): Promise<string[]> {
    const rows = await database.queries.select({ key: voiceSamples.key }).from(voiceSamples);
    return rows.map(({ key }) => key).sort();
  }

  test('what is kept comes back byte by byte, with a tag that only other bytes change', async () => {
    const claim = await here.claim('a');
    const kept = claim && (await here.keep(claim, sound));
    const found = await there.find('a');
    expect(new Uint8Array(found?.sound ?? [])).toEqual(sound);
    expect(found?.etag).toBe(kept?.etag);
    await keep('b');
    expect((await there.find('b'))?.etag).toBe(kept?.etag);
    const other = await here.claim('c');
    expect(other && (await here.keep(other, sound.subarray(1))).etag).not.toBe(kept?.etag);
    expect(await here.find('d')).toBeUndefined();
  });

  describe('the right to make a sample', () => {
    test('goes to one of many who want it at once', async () => {
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? here : there).claim('a')),
      );
      expect(claims.filter(claim => claim !== undefined)).toHaveLength(1);
      expect(await there.wantFromOther('a')).toBe(true);
      expect(await there.find('a')).toBeUndefined();
    });

    test('is not to be had for what is there', async () => {
      await keep('a');
      expect(await there.claim('a')).toBeUndefined();
      await makeOlder('a', 1000);
      expect(await there.claim('a')).toBeUndefined();
    });

    test('can be given back', async () => {
      const claim = await here.claim('a');
      if (claim) await here.release(claim);
      expect(await there.wantFromOther('a')).toBe(false);
      expect(await there.claim('a')).toBeDefined();
    });

    test('is lost by a maker who says nothing any more, and what it does later harms nobody', async () => {
      const lost = await here.claim('a');
      await makeOlder('a', 2);
      expect(await there.wantFromOther('a')).toBe(false);
      const taken = await there.claim('a');
      if (!lost || !taken) throw new Error('It could not be claimed.');
      expect(await here.renew(lost)).toBe(false);
      await here.release(lost);
      expect(await here.claim('a')).toBeUndefined();
      const first = await there.keep(taken, sound);
      await here.keep(lost, sound.subarray(1));
      expect((await here.find('a'))?.etag).toBe(first.etag);
      await there.release(taken);
      expect((await here.find('a'))?.etag).toBe(first.etag);
    });

    test('is held as long as it is renewed', async () => {
      const claim = await here.claim('a');
      await makeOlder('a', 2);
      if (claim) await here.renew(claim);
      expect(await there.claim('a')).toBeUndefined();
    });

    test('tells its holder whether somebody waits elsewhere', async () => {
      const claim = await here.claim('a');
      if (!claim) throw new Error('It could not be claimed.');
      expect(await here.renew(claim)).toBe(false);
      await there.wantFromOther('a');
      expect(await here.renew(claim)).toBe(true);
      await makeOlder('a', 2);
      expect(await here.renew(claim)).toBe(false);
    });
  });

  describe('the bound', () => {
    test('is kept by letting go of what was not heard for longest', async () => {
      for (const [index, key] of ['a', 'b', 'c'].entries()) {
        await keep(key);
        await makeOlder(key, 30 - index);
      }
      await there.find('a');
      await keep('d');
      expect(await listKeys()).toEqual(['a', 'c', 'd']);
      await keep('e');
      expect(await listKeys()).toEqual(['a', 'd', 'e']);
    });

    test('holds for many who keep at once', async () => {
      const keys = Array.from({ length: 20 }, (_, index) => `many ${index}`);
      await Promise.all(keys.map(keep));
      expect(await listKeys()).toHaveLength(3);
    });

    test('is no reason to forget who makes what; a dead maker is one', async () => {
      await here.claim('being made');
      await here.claim('left by a dead maker');
      await makeOlder('left by a dead maker', 2);
      for (const key of ['a', 'b', 'c', 'd']) await keep(key);
      expect(await listKeys()).toEqual(['b', 'being made', 'c', 'd']);
    });

    test('lets nothing in that is larger than all of it', async () => {
      const claim = await here.claim('a');
      if (claim) await here.keep(claim, new Uint8Array(3 * sound.length + 1));
      expect(await listKeys()).toEqual([]);
    });
  });
});
