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

/** Files readable, writable or enterable by others, including the folder itself. */
function listAccessibleFiles(): string[] {
  const paths = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  // Files that the server removed meanwhile do not count.
  const readMode = (path: string) => statSync(join(dataDir, path), { throwIfNoEntry: false })?.mode ?? 0;
  return paths.filter(path => (readMode(path) & 0o077) !== 0);
}

test('nothing that a server writes is accessible to others, also in a folder that was open before', {
  tags: 'long',
}, async () => {
  mkdirSync(join(dataDir, 'database'), { recursive: true });
  chmodSync(join(dataDir, 'database'), 0o700);
  chmodSync(dataDir, 0o755);
  await using server = await startServerProcess({ DATA_DIR: dataDir });
  expect((await postJson(`${server.url}/api/feedback`, { message: 'For your eyes only.' })).status).toBe(201);
  expect(statSync(join(dataDir, 'database', 'base')).isDirectory()).toBe(true);
  expect(listAccessibleFiles()).toEqual([]);
});

test('a server refuses a folder that others can access, and says how to fix it', async () => {
  copyDatabaseTemplate(dataDir);
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'database'), 0o755);
  chmodSync(join(dataDir, 'database', 'PG_VERSION'), 0o666);
  await expect(startServerProcess({ DATA_DIR: dataDir })).rejects.toThrow(
    `database. Remove their access: chmod -R go= '${folder.path}/data of O'\\''Hara'`,
  );
  // Permissions stay unchanged as evidence.
  expect(readdirSync(dataDir)).toEqual(['database']);
});

test('files that others could write inside a closed folder are closed, not refused', {
  tags: 'long',
}, async () => {
  copyDatabaseTemplate(dataDir);
  chmodSync(join(dataDir, 'database'), 0o755);
  chmodSync(join(dataDir, 'database', 'PG_VERSION'), 0o666);
  chmodSync(dataDir, 0o700);
  await using _server = await startServerProcess({ DATA_DIR: dataDir });
  expect(listAccessibleFiles()).toEqual([]);
});

test('an open folder whose contents are all closed is closed', async () => {
  mkdirSync(join(dataDir, 'database'), { recursive: true });
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '18', { mode: 0o666 });
  chmodSync(join(dataDir, 'database'), 0o700);
  chmodSync(dataDir, 0o777);
  (await openDataFolder(dataDir)).release();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});
