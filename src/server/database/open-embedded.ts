import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { createGunzip } from 'node:zlib';
import { PGlite, types } from '@electric-sql/pglite';
import { dataDir as readPreparedFiles } from '@electric-sql/pglite-prepopulatedfs';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { unpackTar } from 'modern-tar/fs';
import { fromPglite } from 'pg-boss';
import { requireSpaceForDatabase, StartError } from '../data-folder/explain-folder.ts';
import { removeOtherAccess } from '../data-folder/open-data-folder.ts';
import { ask, type Database, followTransactions, migrations, schema } from './database.ts';

/**
 * Postgres allocates its whole cache at the start: usually 128 MB, a hundred times our tables. Beyond it, pages come from the system's
 * cache: reading a row by key from a table of 19 MB took 0.15 ms with 4 MB, 0.13 ms with 16. Write-ahead log files are deleted once they
 * are not needed: reused ones would hold deleted rows for months.
 */
const embeddedSettings = ['-c', 'shared_buffers=4MB', '-c', 'wal_recycle=off'];

export function openEmbedded(folder: string): Promise<Database> {
  return withBaselineCompiler(() => open(folder));
}

async function open(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireUsableFiles(folder);
  if (await isEmpty(folder)) await unpackNewDatabase(folder);
  const client = new YieldingPGlite(folder, {
    startParams: [...YieldingPGlite.defaultStartParams, ...embeddedSettings],
    ...fastBytes,
  });
  await client.waitReady;
  // PGlite creates files that everybody may write, whatever the umask.
  await removeOtherAccess(folder);
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

/** PGlite (0.5.16) would convert each byte on its own: 1.4 s for a megabyte, in which nothing else runs. */
const fastBytes = {
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
};

const noFunction = 2 ** 30;

/**
 * Makes V8 compile WebAssembly only with its baseline compiler while `work` runs: functions compiled now are never re-optimized. For one
 * function of the embedded Postgres (0.5.16: number 2272, 105 kB) the optimizing compiler needs 600 MB and two seconds of a core at each
 * start, and keeps 60 MB. Queries are as fast without it: 0.8 ms of processor time for an insert and a select, either way
 * ([figures](../../../docs/decisions/embedded-memory.md)). Later code, such as voices, is optimized as usual.
 */
export async function withBaselineCompiler<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString(`--wasm-tier-up-filter=${noFunction}`);
  try {
    return await work();
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
  }
}

/**
 * The embedded database answers queries without yielding to the event loop, so a series of queries would block the server. This subclass
 * yields after each.
 */
class YieldingPGlite extends PGlite {
  override async _runExclusiveQuery<T>(query: () => Promise<T>): Promise<T> {
    const result = await super._runExclusiveQuery(query);
    await setImmediate();
    return result;
  }
}

const embeddedVersion = '18';

/**
 * Refuses folders that the embedded Postgres would misread as its own or as empty.
 * @throws {StartError} when the files are of another version
 * @throws Error when there are files without the version file, or no space for new ones
 */
export async function requireUsableFiles(folder: string): Promise<void> {
  if (await isEmpty(folder)) return requireSpaceForDatabase(folder);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== embeddedVersion)
    throw new StartError(
      `The database in ${folder} was made with Postgres ${version}, but this version of Benshi uses Postgres ${embeddedVersion}. Start the version of Benshi that made it.`,
    );
}

/**
 * Unpacks a new, empty database into an empty folder, atomically, from the archive by PGlite's makers: creating one here would run
 * Postgres' `initdb`, which takes three seconds of processor time and 430 MB. The archive is of an older version of PGlite with the same
 * catalog; Postgres refuses to open any other.
 */
async function unpackNewDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const files = unpackTar(unfinished, {
    dmode: 0o700,
    fmode: 0o600,
    // Names in the archive are absolute; files get the current time.
    map: header => ({ ...header, name: header.name.replace(/^\/+/, ''), mtime: new Date() }),
  });
  const archive = await readPreparedFiles();
  await pipeline(Readable.from(archive.stream()), createGunzip(), files);
  await rmdir(folder);
  await rename(unfinished, folder);
}
