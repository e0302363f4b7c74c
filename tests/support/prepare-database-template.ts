import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names the folder of the template to the processes that run the tests. */
const templateVariable = 'BENSHI_TEST_DATABASE_TEMPLATE';

/** Where Node keeps what it compiled, also for `npm start` (scripts/toolchain.mjs). */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

const program = fileURLToPath(new URL('./make-database.ts', import.meta.url));

/**
 * An embedded database with its tables, made once before all tests and copied for each server: making one takes seconds.
 * Vitest and Playwright both run this as their global setup.
 * @returns what they run after all tests
 */
export default function prepareDatabaseTemplate(): () => void {
  const removeMemoryFolder = keepFilesInMemory();
  const path = mkdtempSync(join(tmpdir(), 'benshi-template-'));
  makeTables({ DATA_DIR: path });
  process.env[templateVariable] = path;
  return () => {
    rmSync(path, { recursive: true, force: true });
    removeMemoryFolder();
  };
}

/** Where Linux keeps files in memory. */
const memoryFiles = '/dev/shm';
const enoughMemoryBytes = 6 * 1024 ** 3;

/**
 * Has tests put their files in memory where there is much of it: a copy of the template has a thousand files, and on a disk
 * that is in use it costs the processor half a second, here a twentieth of that.
 */
function keepFilesInMemory(): () => void {
  if (!existsSync(memoryFiles)) return () => {};
  const { bavail, bsize } = statfsSync(memoryFiles);
  if (Math.min(bavail * bsize, process.availableMemory()) < enoughMemoryBytes) return () => {};
  const folder = mkdtempSync(join(memoryFiles, 'benshi-tests-'));
  // Some tests start processes of other users.
  chmodSync(folder, 0o777);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Puts a database with all tables of the product, and nothing in them, into a data folder. Benches have no template: there
 * whatever opens the folder makes them.
 */
export function copyDatabaseTemplate(dataDir: string): void {
  const template = process.env[templateVariable];
  if (template) cpSync(template, dataDir, { recursive: true });
}

/** Makes all tables of the product in the empty database that the variables name. */
export function makeTables(environment: Readonly<Record<string, string>>): void {
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  const env = { ...process.env, DATABASE_URL: undefined, ...environment };
  execFileSync(process.execPath, [program], { env, stdio: 'inherit' });
}
