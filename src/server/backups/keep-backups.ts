import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { describeForLog } from '../http/describe-for-log.ts';
import { type Dump, listBackups, readBackupTime, writeBackup } from './backup-files.ts';

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
