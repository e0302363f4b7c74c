// @module-tag long
import { randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { like } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDump, writeBackup } from '#server/backups/keep-backups.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { feedback, voiceSamples } from '#server/database/schema.ts';
import { VoiceSampleStore } from '#server/voices/voice-samples.ts';
import { copyDatabaseTemplate } from '../support/prepare-database-template.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let dataDir: string;

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  dataDir = join(folder.path, 'data');
  copyDatabaseTemplate(dataDir);
});
afterEach(() => folder[Symbol.asyncDispose]());

async function open(dataDir: string) {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const { queries, close } = database;
  const dump = findDump(database);
  if (!dump) throw new Error('The embedded database can be backed up.');
  return { queries, dump, [Symbol.asyncDispose]: close };
}

test('voice samples are not in a backup, and can be stored again after it', {
  tags: 'long',
}, async () => {
  const megabyte = 1024 * 1024;
  const restored = join(folder.path, 'restored');
  {
    await using database = await open(dataDir);
    const store = new VoiceSampleStore(database.queries, 16 * megabyte);
    const keepOne = (key: string, bytes: number) => store.keep(key, randomBytes(bytes));
    for (let number = 0; number < 12; number += 1) await keepOne(`before-${number}`, megabyte);
    await database.queries.insert(feedback).values({ message: 'Kept in a backup.' });
    const calm = await writeBackup({ folder: join(folder.path, 'backups'), dump: database.dump });
    expect((await stat(calm)).size).toBeLessThan(10 * megabyte);
    const keeping = (async () => {
      for (let number = 0; number < 60; number += 1) {
        await keepOne(`meanwhile-${number}`, 10_000);
        if (number % 10 === 0)
          await database.queries.delete(voiceSamples).where(like(voiceSamples.key, '%5'));
        if (number === 5) await database.queries.execute('vacuum voice_samples');
        // The embedded database answers synchronously; this lets other work run.
        await setImmediate();
      }
    })();
    const backup = await writeBackup({ folder: join(folder.path, 'backups'), dump: database.dump });
    await keeping;
    await restoreBackup(restored, backup);
  }
  await using database = await open(restored);
  expect(await database.queries.select({ message: feedback.message }).from(feedback)).toHaveLength(1);
  expect(await database.queries.select({ key: voiceSamples.key }).from(voiceSamples)).toEqual([]);
  const store = new VoiceSampleStore(database.queries, megabyte);
  await store.keep('again', Buffer.from('a sound'));
  expect(await store.find('again')).toMatchObject({ sound: Buffer.from('a sound') });
});

test('a backup of an older version is restored', { tags: 'long' }, async () => {
  const file = join(folder.path, 'database-2026-01-01T00-00-00-000Z.tar.gz');
  {
    await using database = await open(dataDir);
    await database.queries.insert(feedback).values({ message: 'Kept in an old backup.' });
  }
  {
    await using client = await PGlite.create(join(dataDir, 'database'));
    const dumped = await client.dumpDataDir('gzip');
    await writeFile(file, new Uint8Array(await dumped.arrayBuffer()));
  }
  const restored = join(folder.path, 'restored');
  await restoreBackup(restored, file);
  await using database = await open(restored);
  expect(await database.queries.select({ message: feedback.message }).from(feedback)).toEqual([
    { message: 'Kept in an old backup.' },
  ]);
});

test('after a backup that failed on a full disk the next one is complete', async () => {
  await using database = await open(dataDir);
  await expect(database.dump('/dev/full', new AbortController().signal)).rejects.toThrow('ENOSPC');
  const backup = await writeBackup({ folder: join(folder.path, 'backups'), dump: database.dump });
  await restoreBackup(join(folder.path, 'restored'), backup);
});
