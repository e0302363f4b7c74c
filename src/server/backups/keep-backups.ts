import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { describeForLog } from '../http/describe-for-log.ts';

/** Copies the whole database to a file and flushes it to disk. */
export type Dump = (path: string, signal: AbortSignal) => Promise<void>;

interface BackupFile {
  readonly folder: string;
  readonly dump: Dump;
  readonly signal?: AbortSignal;
  readonly now?: Date;
}

export const maxBackups = 3;

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
  for (const old of kept.slice(0, -maxBackups)) await rm(old, { force: true });
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

interface BackupOptions {
  readonly dump: Dump;
  /** Removes the bytes of deleted rows from the database's files. Runs once a day, before a backup. */
  readonly forgetDeleted?: (signal: AbortSignal) => Promise<void>;
  readonly folder: string;
  /** Created with the database and never changed: its age counts while there is no backup. */
  readonly oldestFile: string;
  readonly log: FastifyBaseLogger;
  readonly everyMs?: number;
  /** Delay of an overdue backup, so that it does not slow down the start. */
  readonly atStartMs?: number;
}

export const backupEveryMs = 3_600_000;
const forgetEveryMs = 24 * backupEveryMs;
const tenSecondsMs = 10_000;

/**
 * Backs up the embedded database every hour, also across restarts, as it may not survive a
 * power failure. A failed backup is logged and retried an hour later.
 * @returns stops it, and any running backup
 */
export function keepBackups(options: BackupOptions): { stop(): Promise<void> } {
  const { everyMs = backupEveryMs, atStartMs = tenSecondsMs } = options;
  const stopped = new AbortController();
  const ended = repeat();

  async function repeat(): Promise<void> {
    let waitMs = Math.max(atStartMs, (await findLastTime(options)) + everyMs - Date.now());
    let forgottenAt = Number.NEGATIVE_INFINITY;
    while (await waits(waitMs, stopped.signal)) {
      if (performance.now() - forgottenAt >= forgetEveryMs) {
        await forget(options, stopped.signal);
        forgottenAt = performance.now();
      }
      await backUp(options, stopped.signal);
      waitMs = everyMs;
    }
  }

  return {
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

async function backUp({ dump, folder, log }: BackupOptions, signal: AbortSignal): Promise<void> {
  try {
    await writeBackup({ folder, dump, signal });
    log.info('the database was backed up');
  } catch (error) {
    if (signal.aborted) return;
    const advice =
      'The backup is retried within an hour, and older backups are kept. Check with npm run doctor whether DATA_DIR has free space.';
    log.error({ problem: describeForLog(error), advice }, 'the database could not be backed up');
  }
}

async function forget({ forgetDeleted, log }: BackupOptions, signal: AbortSignal): Promise<void> {
  try {
    await forgetDeleted?.(signal);
  } catch (error) {
    if (signal.aborted) return;
    const advice =
      'Deleted data may still be in files of DATA_DIR/database. This is retried tomorrow and after a restart. Check with npm run doctor whether DATA_DIR has free space.';
    log.error(
      { problem: describeForLog(error), advice },
      'deleted rows could not be removed from the database files',
    );
  }
}

async function findLastTime({ folder, oldestFile }: BackupOptions): Promise<number> {
  const newest = (await listBackups(folder)).at(-1);
  if (newest) return readBackupTime(newest).getTime();
  return stat(oldestFile).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
}

/** @returns false if it was stopped */
function waits(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}
