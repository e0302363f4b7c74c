import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { getTableName } from 'drizzle-orm';
import type { Database, EmbeddedDatabase } from '../database/database.ts';
import { voiceSamples } from '../database/schema.ts';
import type { Dump } from './backup-files.ts';
import type { DumpParts, LogOfBackup } from './dump-worker.ts';

/** Tables whose rows can be made again: a backup holds them empty. */
export const tablesLeftOut = [getTableName(voiceSamples)];

/** How a database is copied; undefined where it is not embedded. */
export function findDump({ embedded }: Pick<Database, 'embedded'>): Dump | undefined {
  return embedded && ((path, signal) => dumpEmbedded(embedded, path, signal));
}

/**
 * Copies the embedded database's files into a gzipped tar archive while it works, as Postgres' own `pg_basebackup` does:
 * what changes in a file while it is read stands in the write-ahead log, which is read last and which the restored
 * database replays. A thread of its own does it, a piece at a time, so that neither waits for the other.
 * @throws when a file cannot be read or written, or the signal fires; the database has left its backup then
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
    // Written by this thread in one piece, so that only this thread is sure to read it in one piece.
    const control = readFileSync(join(folder, 'global/pg_control'));
    const workerData: DumpParts = { folder, path, leftOut, control };
    worker = new Worker(new URL('./dump-worker.ts', import.meta.url), { workerData });
    opened.defer(async () => void (await worker.terminate()));
    // Whatever is awaited, and when nothing is any more: an error that nobody listens for would end the server.
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

/** The files of these tables, of what is too long for their rows, and of the indexes of both. */
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
 * Writes the tables of the embedded database anew. Postgres leaves the bytes of deleted rows in its files, and a plain
 * `vacuum` only marks them as free. The write-ahead log from before is deleted by the next checkpoint, with which each
 * backup begins. A table at a time, during which nobody else is answered: about 10 ms for each MB of it.
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
  // What comes from now on is in another file than what is to be deleted.
  await client.query('select pg_switch_wal()');
}
