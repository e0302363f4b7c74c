import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a copy of the whole database to a file, and to the disk. */
export type Dump = (path: string, signal: AbortSignal) => Promise<void>;

interface BackupFile {
  readonly folder: string;
  readonly dump: Dump;
  readonly signal?: AbortSignal;
  readonly now?: Date;
}

/** So many are kept, the newest ones. */
export const mostBackups = 3;

const backupName = /^database-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z\.tar\.gz$/u;
const unfinished = '.part';

/** The backups in a folder, the oldest first: their names tell their time. None where there is no folder. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(name => backupName.test(name))
    .sort()
    .map(name => join(folder, name));
}

/** When a backup was made, by its name. */
export function readBackupTime(path: string): Date {
  const [, day, hours, minutes, seconds, ms] =
    /database-([\d-]{10})T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/u.exec(path) ?? [];
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
}

/**
 * Writes a backup so that it is there whole or not at all, also when the power fails, and deletes those that are older
 * than the newest three.
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
    // On a full disk its room is needed by others.
    await rm(`${path}${unfinished}`, { force: true });
    throw error;
  }
  await syncFolder(folder);
  const kept = await listBackups(folder);
  for (const old of kept.slice(0, -mostBackups)) await rm(old, { force: true });
  return path;
}

/** Without this the file may be on the disk and its name not. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** What a process left that ended in the middle, or a disk that was full. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true });
}
