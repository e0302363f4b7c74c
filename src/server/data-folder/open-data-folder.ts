import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainFolder, StartError } from './explain-folder.ts';

export type DataFolder = Awaited<ReturnType<typeof takeFolder>>;

/**
 * Locks the folder for this process and deletes an earlier one's uploads.
 * @throws {FolderInUseError} when another process uses it
 * @throws {StartError} when others can read or write in it, or it cannot be created, read or written
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    return await takeFolder(path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(explainFolder(path, error), { cause: error });
  }
}

async function takeFolder(path: string) {
  const temporary = join(path, 'tmp');
  const outbox = join(path, 'outbox');
  const backups = join(path, 'backups');
  await mkdir(path, { recursive: true, mode: 0o700 });
  await makePrivate(path);
  const lock = lockFolder(path);
  try {
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { mode: 0o700 });
    const secret = await readOrMakeSecret(path);
    return { temporary, outbox, backups, secret, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The secret of a data folder, created at the first start. Without it all sessions end.
 * @param folder is locked, so that no other process creates a secret at the same time
 */
async function readOrMakeSecret(folder: string): Promise<string> {
  const path = join(folder, 'auth-secret');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known !== '') return known;
  const secret = randomBytes(32).toString('base64url');
  await writeWhole(path, secret);
  return secret;
}

/** Private, and renamed once it is on the disk, so that a crash leaves no partial file. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** Keeps locks from being garbage-collected, which would release them. */
const held = new Set<DatabaseSync>();

export class FolderInUseError extends StartError {
  override name = 'FolderInUseError';
}

/**
 * Locks a folder for this process until it releases it or ends in any way.
 *
 * Node has no file locks, but its SQLite does: an open transaction holds a lock of the operating system, which is
 * released when the process dies. So stale locks need not be detected by age or process number, which containers reuse.
 * @throws {FolderInUseError} at once when another process holds it
 */
export function lockFolder(folder: string): { release(): void } {
  const holderFile = join(folder, 'lock-holder.txt');
  const lock = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isLocked(error)) throw error;
    throw new FolderInUseError(
      `The folder ${folder} is already in use by ${readHolder(holderFile)}. Stop that process, or set DATA_DIR to another folder.`,
    );
  }
  writeFileSync(holderFile, `process ${process.pid} on ${hostname()}\n`);
  held.add(lock);
  return {
    release() {
      if (held.delete(lock)) lock.close();
    },
  };
}

/** @returns the name that the holder wrote; undefined if the folder is free */
export function findHolder(folder: string): string | undefined {
  const path = join(folder, 'lock.db');
  if (!existsSync(path)) return undefined;
  const lock = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    lock.exec('SELECT * FROM sqlite_schema');
    return undefined;
  } catch (error) {
    if (!isLocked(error)) throw error;
    return readHolder(join(folder, 'lock-holder.txt'));
  } finally {
    lock.close();
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'another process';
  } catch {
    // The holder has not written its name yet.
    return 'another process';
  }
}

const anyOfOthers = 0o077;
const readOrWriteOfOthers = 0o066;

/**
 * Makes a folder private to this user and root. If others could not read or write anything in it, it is closed;
 * otherwise an operator must check what they may have read or changed.
 * @throws {StartError} when others can read or write in it, before anything is changed
 */
async function makePrivate(folder: string): Promise<void> {
  // Windows has no such modes; Node returns made-up ones.
  if (process.platform === 'win32') return;
  const trouble = await findOpenFolder(folder);
  if (trouble) throw trouble;
  // Fails on some network drives and for folders of other users.
  await chmod(folder, 0o700).catch(() => {});
  if (((await stat(folder)).mode & anyOfOthers) !== 0) throw explain(folder, folder);
}

/** The error that {@link makePrivate} would throw, if any. Changes nothing. */
export async function findOpenFolder(folder: string): Promise<StartError | undefined> {
  const { mode } = await stat(folder);
  if (process.platform === 'win32' || (mode & anyOfOthers) === 0) return undefined;
  const found = await findOpenToOthers(folder);
  return found === undefined ? undefined : explain(folder, found);
}

/** Does not follow links: their targets are not inside the folder. */
async function findOpenToOthers(folder: string): Promise<string | undefined> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isSymbolicLink()) continue;
    if ((found.mode & readOrWriteOfOthers) !== 0) return path;
    if (!found.isDirectory() || (found.mode & anyOfOthers) === 0) continue;
    const deeper = await findOpenToOthers(path);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

export async function removeOtherAccess(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(entry => !entry.isSymbolicLink())
    .map(entry => join(entry.parentPath, entry.name));
  await Promise.all([folder, ...paths].map(closeOne));
}

async function closeOne(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & anyOfOthers) !== 0) await chmod(path, mode & ~anyOfOthers);
}

function explain(folder: string, found: string): StartError {
  const quoted = `'${folder.replaceAll("'", "'\\''")}'`;
  return new StartError(
    `Other users of this machine can read or write ${found}. Remove their access: chmod -R go= ${quoted}`,
  );
}
