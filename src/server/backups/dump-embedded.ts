import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { getTableName } from 'drizzle-orm';
import type { Database, EmbeddedDatabase } from '../database/database.ts';
import { voiceSamples } from '../database/schema.ts';
import type { DumpParts, LogOfBackup } from './dump-worker.ts';
import type { Dump } from './keep-backups.ts';

/** Tables that can be regenerated: a backup has them empty. */
export const tablesLeftOut = [getTableName(voiceSamples)];

/** How to copy the database; undefined if it is not embedded. */
export function findDump({ embedded }: Pick<Database, 'embedded'>): Dump | undefined {
  return embedded && ((path, signal) => dumpEmbedded(embedded, path, signal));
}

/**
 * Copies the embedded database into a gzipped tar archive while it runs, like Postgres' `pg_basebackup`: changes during
 * the copy are in the write-ahead log, which is copied last and replayed by the restored
 * database. Runs in a worker thread, in small pieces, so that the server is not blocked.
 * @throws when a file cannot be read or written, or the signal fires; the database's backup mode is ended first
 */
export async function dumpEmbedded(
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

/** The files of these tables, of their overflow (TOAST) tables, and of the indexes of both. */
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
