import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { getTableName } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, EmbeddedDatabase } from '../database/database.ts';
import { voiceSamples } from '../database/schema.ts';
import { describeForLog } from '../http/log.ts';
import type { DumpParts, LogOfBackup } from './dump-worker.ts';

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

/** Atomic, and safe against power failure. Keeps the newest three. @returns the path */
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
 * Every hour, also across restarts, as the embedded database may not survive a power failure. A failed backup is logged and retried an
 * hour later.
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

/** Tables that can be regenerated: a backup has them empty. */
export const tablesLeftOut = [getTableName(voiceSamples)];

export function findDump({ embedded }: Pick<Database, 'embedded'>): Dump | undefined {
  return embedded && ((path, signal) => dumpEmbedded(embedded, path, signal));
}

/**
 * Copies the embedded database while it runs, like `pg_basebackup`: the write-ahead log, copied last, has what changed during the copy. A
 * worker thread does it, so that the server is not blocked. @throws when a file cannot be read or written, or the signal fires; the
 * database's backup mode is ended first
 */
async function dumpEmbedded(
  { folder, client }: EmbeddedDatabase,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const leftOut = await findFilesLeftOut(client);
  await client.query(`select pg_backup_start('benshi', fast => true)`);
  let worker: Worker;
  let ended: Promise<unknown>;
  let log: LogOfBackup;
  try {
    // This thread writes it in one piece, so only this thread can read it consistently.
    const control = readFileSync(join(folder, 'global/pg_control'));
    const workerData: DumpParts = { folder, path, leftOut, control };
    worker = new Worker(new URL('./dump-worker.ts', import.meta.url), { workerData });
    opened.defer(async () => void (await worker.terminate()));
    // An unhandled error event would end the server.
    worker.on('error', () => {});
    ended = once(worker, 'exit', { signal });
    ended.catch(() => {});
    await once(worker, 'message', { signal });
  } finally {
    log = await endBackup(client);
  }
  worker.postMessage(log);
  await ended;
}

async function endBackup(client: EmbeddedDatabase['client']): Promise<LogOfBackup> {
  const { rows } = await client.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
  );
  const [{ label, last } = { label: '', last: '' }] = rows;
  const [, first = last] = /\(file ([0-9A-F]{24})\)/u.exec(label) ?? [];
  return { label, first, last };
}

async function findFilesLeftOut(client: EmbeddedDatabase['client']): Promise<string[]> {
  const { rows } = await client.query<{ path: string }>(
    `with tables as (
       select unnest(array[oid, reltoastrelid]) as oid from pg_class where oid = any ($1::text[]::regclass[])
     )
     select pg_relation_filepath(oid) as path from tables where oid <> 0
     union all
     select pg_relation_filepath(indexrelid) from pg_index where indrelid in (select oid from tables)`,
    [tablesLeftOut],
  );
  return rows.map(({ path }) => path);
}

/**
 * Rewrites the tables of the embedded database. Postgres keeps the bytes of deleted rows in its files; a plain `vacuum` only marks them as
 * free. Each backup starts with a checkpoint, which deletes the old write-ahead log. Rewrites one table at a time, which blocks queries for
 * about 10 ms per MB.
 */
export async function rewriteTables({ client }: EmbeddedDatabase, signal?: AbortSignal): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select oid::regclass::text as "table" from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'jobs'::regnamespace)
        and oid <> all ($1::text[]::regclass[])`,
    [tablesLeftOut],
  );
  for (const { table } of rows) {
    signal?.throwIfAborted();
    await client.query(`vacuum full ${table}`);
  }
  // Starts a new log file, so that the old one can be deleted.
  await client.query('select pg_switch_wal()');
}
