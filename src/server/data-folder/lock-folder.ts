import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Keeps locks from being collected as garbage, which would open them. */
const held = new Set<DatabaseSync>();

/** Another process holds the folder. The message names it. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
}

/**
 * Makes this process the only one in a folder until it releases it or ends, however it ends.
 *
 * Node offers no file lock of its own, but the SQLite inside it does: a transaction that is held open is a lock of the
 * operating system, which lets go of it when the process dies. So no dead holder ever has to be guessed from an age
 * or a process number, which a container gives to the next process again.
 * @throws {FolderInUseError} at once when another process has it
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

/**
 * Asks who has a folder, without taking it.
 * @returns a process as it named itself; undefined when nobody has it
 */
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
    // The holder has the lock and has not written its name yet.
    return 'another process';
  }
}
