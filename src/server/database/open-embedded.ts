import { mkdir, readdir } from 'node:fs/promises';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite } from 'pg-boss';
import { closeToOthers } from '../data-folder/keep-others-out.ts';
import { ask, type Database, migrations } from './database.ts';
import { followTransactions } from './follow-transactions.ts';
import { keepToBaseline } from './keep-to-baseline.ts';
import { PatientPGlite } from './patient-pglite.ts';
import { schema } from './queries.ts';
import { requireUsableFiles } from './require-usable-files.ts';
import { unpackNewDatabase } from './unpack-new-database.ts';

/**
 * Postgres' own cache, which is taken from our memory at the start, all of it: usually 128 MB, for tables that need a hundredth. Beyond it pages come from the
 * system's cache: from a table of 19 MB a row by its key took 0.15 ms with 4 MB, 0.13 ms with 16. Files of the write-ahead log are deleted once they
 * are not needed: kept for reuse they would hold deleted rows for months.
 */
const embeddedSettings = ['-c', 'shared_buffers=4MB', '-c', 'wal_recycle=off'];

/** Opens the database in a folder, or makes one there, and brings its tables up to date. */
export function openEmbedded(folder: string): Promise<Database> {
  return keepToBaseline(() => open(folder));
}

async function open(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireUsableFiles(folder);
  if (await isEmpty(folder)) await unpackNewDatabase(folder);
  const client = new PatientPGlite(folder, {
    startParams: [...PatientPGlite.defaultStartParams, ...embeddedSettings],
  });
  await client.waitReady;
  // It makes new files so that everybody may write them, whatever this process says.
  await closeToOthers(folder);
  const database = drizzle(client, { schema });
  await migrate(database, migrations);
  const queries = followTransactions(database);
  return {
    queries,
    forJobs: { db: fromPglite(client), backend: 'pglite' },
    description: 'embedded',
    embedded: { folder, client },
    check: () => ask(queries),
    close: () => client.close(),
  };
}

async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder)).length === 0;
}
