import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Passes the template's folder to the processes that run the tests. */
const templateVariable = 'BENSHI_TEST_DATABASE_TEMPLATE';

/** Node's compile cache, also used by `npm start` (scripts/toolchain.mjs). */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

const program = fileURLToPath(new URL('./make-database.ts', import.meta.url));

/**
 * An embedded database with its tables, made once and copied for each server, because making one takes seconds. Global
 * setup of Vitest and Playwright.
 * @returns the teardown
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

const memoryFiles = '/dev/shm';
const enoughMemoryBytes = 6 * 1024 ** 3;

/**
 * Keeps the tests' files in memory where there is enough: a copy of the template has a thousand files, half a second of
 * processor time on a busy disk, a twentieth of that here.
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
 * Copies a database with all tables, empty, into a data folder. Benches have no template: there the database is created
 * when it is opened.
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
