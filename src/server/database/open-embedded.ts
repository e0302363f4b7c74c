import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { createGunzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as readPreparedFiles } from '@electric-sql/pglite-prepopulatedfs';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { unpackTar } from 'modern-tar/fs';
import { fromPglite } from 'pg-boss';
import { requireSpaceForDatabase } from '../data-folder/explain-folder.ts';
import { closeToOthers } from '../data-folder/keep-others-out.ts';
import { ask, type Database, migrations, schema } from './database.ts';
import { DatabaseVersionError } from './database-errors.ts';
import { followTransactions } from './follow-transactions.ts';

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
  const client = new YieldingPGlite(folder, {
    startParams: [...YieldingPGlite.defaultStartParams, ...embeddedSettings],
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

/** Functions are counted from 0, and no program has so many. */
const noFunction = 2 ** 30;

/**
 * Has V8 compile WebAssembly only in its quick way while `work` runs: functions whose code it makes now are never made anew by its optimizing
 * compiler. For one function of the embedded Postgres (0.5.16: number 2272, 105 kB) that compiler needs 600 MB and two seconds
 * of a core, at each start; what remains keeps 60 MB more. Queries are as quick without it: 0.8 ms of processor time for an insert and a select, either
 * way ([figures](../../../docs/decisions/embedded-memory.md)). What is compiled later, such as voices, is optimized as ever.
 */
export async function keepToBaseline<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString(`--wasm-tier-up-filter=${noFunction}`);
  try {
    return await work();
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
  }
}

/**
 * The embedded database works on the event loop, and its answers come without a turn of the loop between them: queries
 * that follow each other would hold up everybody else until the last. This one lets others go first after each.
 */
class YieldingPGlite extends PGlite {
  /** Every query passes here, those of a transaction too. */
  override async _runExclusiveQuery<T>(query: () => Promise<T>): Promise<T> {
    const result = await super._runExclusiveQuery(query);
    await setImmediate();
    return result;
  }
}

/** Of the Postgres inside PGlite. */
const embeddedVersion = '18';

/**
 * Refuses what the embedded Postgres would take for its own or for an empty folder, and then stumble over.
 * @throws {DatabaseVersionError} when the files are of another version
 * @throws Error when there are files, but not the one that names the version, or no room for new ones
 */
export async function requireUsableFiles(folder: string): Promise<void> {
  if ((await readdir(folder)).length === 0) return requireSpaceForDatabase(folder);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== embeddedVersion)
    throw new DatabaseVersionError(
      `The database in ${folder} was made with Postgres ${version}, but this version of Benshi uses Postgres ${embeddedVersion}. Start the version of Benshi that made it.`,
    );
}

/**
 * Puts the files of a new, empty database into an empty folder, from the archive that PGlite's makers prepare: making them here would
 * run Postgres' `initdb`, which takes three seconds of the processor and 430 MB. Whole or not at all, whenever the process ends.
 * The archive is of an older version of PGlite with the same catalog; Postgres refuses to open another one.
 */
async function unpackNewDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const files = unpackTar(unfinished, {
    dmode: 0o700,
    fmode: 0o600,
    // The archive's names begin at the root; the files are as old as this database.
    map: header => ({ ...header, name: header.name.replace(/^\/+/, ''), mtime: new Date() }),
  });
  const archive = await readPreparedFiles();
  await pipeline(Readable.from(archive.stream()), createGunzip(), files);
  await rmdir(folder);
  await rename(unfinished, folder);
}
