// @module-tag long
import { execFile } from 'node:child_process';
import { rmSync, utimesSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { count, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  type Dump,
  findDump,
  keepBackups,
  listBackups,
  readBackupTime,
  rewriteTables,
  writeBackup,
} from '#server/backups/keep-backups.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { feedback } from '#server/database/schema.ts';
import { createLog } from '#server/http/log.ts';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { copyDatabaseTemplate } from '../support/prepare-database-template.ts';
import { postJson } from '../support/requests.ts';
import { startServerProcess } from '../support/start-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const command = fileURLToPath(new URL('../../src/cli/restore.ts', import.meta.url));

/** Runs the command as an operator does. */
function restore(dataDir: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise(resolve => {
    const env = { ...childEnvironment, DATA_DIR: dataDir };
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

test('a server that lost its database restores the last backup', {
  tags: 'long',
  timeout: 600_000,
}, async () => {
  await using folder = await makeTemporaryFolder();
  const dataDir = folder.path;
  const person = makePerson();
  {
    // Its database is young, so that no backup starts during this.
    await using first = await startServerProcess({ DATA_DIR: dataDir });
    expect((await createAccountClient(first.url).signUp(person)).status).toBe(200);
    const message = { rating: 4, message: 'Kept in a backup.' };
    expect((await postJson(`${first.url}/api/feedback`, message)).status).toBe(201);
    first.process.kill('SIGTERM');
    await first.waitForExit();
  }
  // It is old, so that a backup is due soon after the next start.
  const longAgo = new Date(Date.now() - 7_200_000);
  utimesSync(join(dataDir, 'database', 'PG_VERSION'), longAgo, longAgo);
  {
    await using server = await startServerProcess({ DATA_DIR: dataDir });
    await expect.poll(() => listBackups(join(dataDir, 'backups'))).toHaveLength(1);
    expect((await postJson(`${server.url}/api/feedback`, { message: 'After it.' })).status).toBe(201);

    const refused = await restore(dataDir, 'anything.tar.gz');
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('is already in use by process') });
    server.process.kill('SIGKILL');
    await server.waitForExit();
  }
  rmSync(join(dataDir, 'database', 'base'), { recursive: true });
  rmSync(join(dataDir, 'database', 'pg_wal'), { recursive: true });
  await expect(startServerProcess({ DATA_DIR: dataDir })).rejects.toThrow('could not start');

  const listed = await restore(dataDir);
  const [backup = ''] = listed.output.trim().split('\n');
  expect(await restore(dataDir, backup)).toEqual({
    code: 0,
    output: expect.stringContaining(`Restored ${backup}.`),
  });
  {
    await using server = await startServerProcess({ DATA_DIR: dataDir });
    expect((await createAccountClient(server.url).signIn(person)).status).toBe(200);
    server.process.kill('SIGTERM');
    await server.waitForExit();
  }
  await using database = await openForReading(dataDir);
  expect(await database.queries.select({ message: feedback.message }).from(feedback)).toEqual([
    { message: 'Kept in a backup.' },
  ]);
  expect((await readdir(dataDir)).filter(name => name.startsWith('database.replaced-'))).toHaveLength(1);
});

function getDump(database: Database): Dump {
  const dump = findDump(database);
  if (!dump) throw new Error('The embedded database can be backed up.');
  return dump;
}

async function openForReading(dataDir: string) {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  return { queries: database.queries, [Symbol.asyncDispose]: () => database.close() };
}

test('backups are complete while people write, the newest three are kept, and partial ones are deleted', {
  tags: 'long',
}, async () => {
  await using folder = await makeTemporaryFolder();
  const backups = join(folder.path, 'backups');
  await mkdir(backups);
  await writeFile(join(backups, 'database-2026-01-01T00-00-00-000Z.tar.gz.part'), 'half');
  copyDatabaseTemplate(folder.path);
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder.path });
  const dump = getDump(database);
  let written = 0;
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      await database.queries.insert(feedback).values({ message: `Number ${written}` });
      written += 1;
      // The embedded database answers synchronously; this lets other work run.
      await setImmediate();
    }
  })();
  const countsBefore = new Map<string, number>();
  for (let round = 0; round < 4; round += 1) {
    const writtenBefore = written;
    countsBefore.set(await writeBackup({ folder: backups, dump }), writtenBefore);
  }
  isOver = true;
  await writing;
  await database.close();

  const kept = await listBackups(backups);
  expect(await readdir(backups)).toHaveLength(3);
  expect(kept).toEqual([...countsBefore.keys()].slice(1));
  const newest = kept.at(-1) ?? '';
  await using place = await makeTemporaryFolder();
  expect((await restore(place.path, newest)).code).toBe(0);
  await using restored = await openForReading(place.path);
  const [found] = await restored.queries.select({ count: count() }).from(feedback);
  expect(found?.count).toBeGreaterThanOrEqual(countsBefore.get(newest) ?? Number.POSITIVE_INFINITY);
  expect(found?.count).toBeGreaterThan(0);
});

test.each([
  ['a text', Buffer.from('This is no archive.')],
  ['a cut backup', undefined],
])('%s in place of a backup changes nothing', { tags: 'long' }, async (_name, content) => {
  await using folder = await makeTemporaryFolder();
  copyDatabaseTemplate(folder.path);
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder.path });
  await database.queries.insert(feedback).values({ message: 'Still here.' });
  const whole = await readFile(
    await writeBackup({ folder: join(folder.path, 'other'), dump: getDump(database) }),
  );
  await database.close();
  const file = await folder.write('backup.tar.gz', content ?? whole.subarray(0, whole.length / 2));

  expect(await restore(folder.path, file)).toEqual({
    code: 1,
    output: expect.stringContaining(`${file} is not a backup of Benshi's database.`),
  });
  expect((await readdir(folder.path)).filter(name => name.startsWith('database'))).toEqual(['database']);
  await using after = await openForReading(folder.path);
  expect(await after.queries.select({ message: feedback.message }).from(feedback)).toEqual([
    { message: 'Still here.' },
  ]);
});

test('deleted data leaves the database files and later backups', async () => {
  await using folder = await makeTemporaryFolder();
  copyDatabaseTemplate(folder.path);
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder.path });
  const { embedded, queries } = database;
  if (!embedded) throw new Error('This is the embedded database.');
  const messages = ['Nobody may read this again.', 'This one stays.'];
  await queries.insert(feedback).values(messages.map(message => ({ message })));
  await queries.delete(feedback).where(eq(feedback.message, 'Nobody may read this again.'));
  await queries.execute(sql`checkpoint`);
  expect(await listFilesWith(embedded.folder, 'Nobody may read')).not.toEqual([]);

  await rewriteTables(embedded);
  const backup = join(folder.path, 'backup.tar.gz');
  await getDump(database)(backup, new AbortController().signal);
  expect(await listFilesWith(embedded.folder, 'Nobody may read')).toEqual([]);
  expect(await listFilesWith(embedded.folder, 'This one stays.')).not.toEqual([]);
  const archive = gunzipSync(await readFile(backup));
  expect([archive.includes('Nobody may read'), archive.includes('This one stays.')]).toEqual([false, true]);
  expect(await queries.select({ message: feedback.message }).from(feedback)).toEqual([
    { message: 'This one stays.' },
  ]);
  await database.close();
});

async function listFilesWith(folder: string, text: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names.filter(name => name.isFile()).map(name => join(name.parentPath, name.name));
  const found = await Promise.all(paths.map(async path => (await readFile(path)).includes(text)));
  return paths.filter((_path, index) => found[index]);
}

test('a backup is due an hour after the last one, across restarts, and failures are logged', async () => {
  await using folder = await makeTemporaryFolder();
  const backups = join(folder.path, 'backups');
  const logged: string[] = [];
  const log = createLog({ write: line => logged.push(line) });
  const oldestFile = await folder.write('PG_VERSION', '18');
  const everyMs = 3_600_000;
  const options = { folder: backups, oldestFile, log, everyMs, atStartMs: 0 };
  let dumps = 0;
  const dump: Dump = async path => {
    dumps += 1;
    await writeFile(path, 'content');
    if (dumps > 1) throw Object.assign(new Error('no room for ada@example.org'), { code: 'ENOSPC' });
  };
  // A young database: its first hour has not passed.
  await keepBackups({ ...options, dump }).stop();
  expect(dumps).toBe(0);

  const longAgo = new Date(Date.now() - 2 * everyMs);
  utimesSync(oldestFile, longAgo, longAgo);
  const first = keepBackups({ ...options, dump });
  await expect.poll(() => listBackups(backups)).toHaveLength(1);
  await first.stop();
  const [path = ''] = await listBackups(backups);
  expect(Date.now() - readBackupTime(path).getTime()).toBeLessThan(60_000);
  expect(await readFile(path, 'utf8')).toBe('content');
  await keepBackups({ ...options, dump }).stop();
  expect(dumps).toBe(1);

  let tidied = 0;
  const forgetDeleted = async () => {
    tidied += 1;
  };
  const failing = keepBackups({ ...options, dump, forgetDeleted, everyMs: 1 });
  await expect.poll(() => dumps).toBeGreaterThan(2);
  await failing.stop();
  expect(tidied).toBe(1);
  expect(logged.join()).toContain('the database could not be backed up');
  expect(logged.join()).toContain('ENOSPC');
  expect(logged.join()).not.toContain('ada@');
  expect(await readdir(backups)).toEqual([basename(path)]);
});
