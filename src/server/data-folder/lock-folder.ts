import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './explain-folder.ts';

/** Keeps locks from being garbage-collected, which would release them. */
const held = new Set<DatabaseSync>();

/** Another process uses the folder. The message names it. */
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

/**
 * Finds the process that holds the lock.
 * @returns the name it wrote; undefined if the folder is free
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
    // The holder has not written its name yet.
    return 'another process';
  }
}
