// @module-tag long
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from '#server/data-folder/open-data-folder.ts';
import { copyDatabaseTemplate } from '../support/prepare-database-template.ts';
import { postJson } from '../support/requests.ts';
import { startServerProcess } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let dataDir: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  dataDir = join(folder.path, "data of O'Hara");
});
afterEach(() => folder[Symbol.asyncDispose]());

/** What others can read, write or enter, the folder itself included. */
function listOpenToOthers(): string[] {
  const paths = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  // What the server removed meanwhile is open to nobody.
  const readMode = (path: string) => statSync(join(dataDir, path), { throwIfNoEntry: false })?.mode ?? 0;
  return paths.filter(path => (readMode(path) & 0o077) !== 0);
}

test('nothing that a server writes can be read or written by others, also in a folder that was open before', {
  tags: 'long',
}, async () => {
  mkdirSync(join(dataDir, 'database'), { recursive: true });
  chmodSync(join(dataDir, 'database'), 0o700);
  chmodSync(dataDir, 0o755);
  await using server = await startServerProcess({ DATA_DIR: dataDir });
  expect((await postJson(`${server.url}/api/feedback`, { message: 'For your eyes only.' })).status).toBe(201);
  expect(statSync(join(dataDir, 'database', 'base')).isDirectory()).toBe(true);
  expect(listOpenToOthers()).toEqual([]);
});

test('a server does not start where others can read or write, and says how to mend it', async () => {
  copyDatabaseTemplate(dataDir);
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'database'), 0o755);
  chmodSync(join(dataDir, 'database', 'PG_VERSION'), 0o666);
  await expect(startServerProcess({ DATA_DIR: dataDir })).rejects.toThrow(
    `database. Remove their access: chmod -R go= '${folder.path}/data of O'\\''Hara'`,
  );
  // Nothing was changed that could tell who was in there.
  expect(readdirSync(dataDir)).toEqual(['database']);
});

test('what others could write in an older folder that keeps them out is closed, and not refused', {
  tags: 'long',
}, async () => {
  copyDatabaseTemplate(dataDir);
  chmodSync(join(dataDir, 'database'), 0o755);
  chmodSync(join(dataDir, 'database', 'PG_VERSION'), 0o666);
  chmodSync(dataDir, 0o700);
  await using _server = await startServerProcess({ DATA_DIR: dataDir });
  expect(listOpenToOthers()).toEqual([]);
});

test('a folder of which only the top is open, in which all is closed, is closed', async () => {
  mkdirSync(join(dataDir, 'database'), { recursive: true });
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '18', { mode: 0o666 });
  chmodSync(join(dataDir, 'database'), 0o700);
  chmodSync(dataDir, 0o777);
  (await openDataFolder(dataDir)).release();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});
