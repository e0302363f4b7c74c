import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies the whole database to a file and flushes it to disk. */
export type Dump = (path: string, signal: AbortSignal) => Promise<void>;

interface BackupFile {
  readonly folder: string;
  readonly dump: Dump;
  readonly signal?: AbortSignal;
  readonly now?: Date;
}

export const mostBackups = 3;

const backupName = /^database-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z\.tar\.gz$/u;
const unfinished = '.part';

/** The backups in a folder, oldest first: their names contain the time. Empty if there is no folder. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(name => backupName.test(name))
    .sort()
    .map(name => join(folder, name));
}

export function readBackupTime(path: string): Date {
  const [, day, hours, minutes, seconds, ms] =
    /database-([\d-]{10})T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/u.exec(path) ?? [];
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
}

/**
 * Writes a backup atomically, safe against power failure, and deletes all but the newest three.
 * @returns its path
 */
export async function writeBackup({ folder, dump, signal, now = new Date() }: BackupFile): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(folder);
  const path = join(folder, `database-${now.toISOString().replaceAll(/[:.]/gu, '-')}.tar.gz`);
  try {
    await dump(`${path}${unfinished}`, signal ?? new AbortController().signal);
    await rename(`${path}${unfinished}`, path);
  } catch (error) {
    // Frees the space on a full disk.
    await rm(`${path}${unfinished}`, { force: true });
    throw error;
  }
  await syncFolder(folder);
  const kept = await listBackups(folder);
  for (const old of kept.slice(0, -mostBackups)) await rm(old, { force: true });
  return path;
}

/** Without this the file may be on disk without its name. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Deletes what an interrupted process or a full disk left. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true });
}
