import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { type ConstructorOptions, fromPglite } from 'pg-boss';
import type { PoolLoad } from '#shared/async/pool-load.ts';
import { closeToOthers } from '../data-folder/keep-others-out.ts';
import { EmbeddedDatabaseError, PostgresError } from './database-errors.ts';
import { followTransactions } from './follow-transactions.ts';
import { keepToBaseline } from './keep-to-baseline.ts';
import { PatientPGlite } from './patient-pglite.ts';
import { type Queries, schema } from './queries.ts';
import { requireUsableFiles } from './require-usable-files.ts';
import { unpackNewDatabase } from './unpack-new-database.ts';

/** The embedded database's files, and a way to it. */
export interface EmbeddedDatabase {
  readonly folder: string;
  readonly client: Pick<PGlite, 'query'>;
}

export interface Database {
  /** A query inside a transaction's callback belongs to the transaction. */
  readonly queries: Queries;
  /** How the job queue reaches the same database. */
  readonly forJobs: Pick<ConstructorOptions, 'backend' | 'connectionString' | 'db' | 'max'>;
  /** What it is, for the line that is printed at the start. Names no user and no password. */
  readonly description: string;
  /** How its connections are used; left out where there is only the one of the embedded database. */
  readonly readLoad?: () => PoolLoad;
  /** What it is backed up by; left out on Postgres, which has tools of its own for that. */
  readonly embedded?: EmbeddedDatabase;
  /** Resolves when a query is answered, rejects within three seconds when not. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Where the steps lie by which tables are made and changed. */
export const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** A number of our own for Postgres' advisory lock, so that servers that start together migrate one after another. */
const migrationLock = 8_291_911;

/** A database that is away shall be an error within three seconds, the way to it and back included, not a request that hangs. */
const patienceMs = 2500;

/** One of them only listens for new jobs. */
const connectionsForJobs = 3;

/**
 * Opens the database that the configuration names and brings its tables up to date.
 * @throws {EmbeddedDatabaseError} when the one in `dataDir` cannot be opened
 * @throws {PostgresError} when the one of `databaseUrl` cannot be used
 */
export function openDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<Database> {
  return config.databaseUrl === undefined
    ? keepToBaseline(() => openEmbedded(embeddedFolder(config.dataDir))).catch(cause => {
        throw new EmbeddedDatabaseError(config.dataDir, { cause });
      })
    : openPostgres(config.databaseUrl).catch(cause => {
        throw new PostgresError({ cause });
      });
}

export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database');
}

/** Postgres' own cache. Its usual 128 MB are taken from our memory at the start, for tables that need a hundredth. */
const embeddedSettings = ['-c', 'shared_buffers=16MB'];

async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireUsableFiles(folder);
  if (await isEmpty(folder)) await unpackNewDatabase(folder);
  const client = new PatientPGlite(folder, {
    startParams: [...PatientPGlite.defaultStartParams, ...embeddedSettings],
  });
  await client.waitReady;
  // It makes new files so that everybody may write them, whatever this process says.
  await closeToOthers(folder);
  const drizzle = drizzleEmbedded(client, { schema });
  await migrateEmbedded(drizzle, migrations);
  const queries = followTransactions(drizzle);
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

async function openPostgres(databaseUrl: string): Promise<Database> {
  await migrateAlone(databaseUrl);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    keepAlive: true,
  });
  // An idle connection that breaks would end the process otherwise; the next query opens another.
  pool.on('error', () => {});
  const queries = followTransactions(openPool(pool));
  return {
    queries,
    forJobs: { connectionString: databaseUrl, max: connectionsForJobs },
    description: `Postgres on ${new URL(databaseUrl).host}`,
    readLoad: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    check: () => ask(queries),
    close: () => pool.end(),
  };
}

/**
 * Drizzle on a pool, but for its transactions: it keeps the connection for ever on which a transaction could not even
 * begin, and one that breaks while it is in use would end the process.
 */
function openPool(pool: pg.Pool): Queries {
  const transaction: Queries['transaction'] = async (callback, config) => {
    const client = await pool.connect();
    client.on('error', ignoreBreak);
    let isSound = false;
    try {
      const result = await drizzlePostgres(client, { schema }).transaction(callback, config);
      isSound = true;
      return result;
    } finally {
      client.off('error', ignoreBreak);
      // What failed may still be on its way on this connection, so that the next one gets another.
      client.release(!isSound);
    }
  };
  return Object.assign(drizzlePostgres(pool, { schema }), { transaction });
}

/** Whoever waits for a query on the connection hears of it. */
function ignoreBreak(): void {}

async function migrateAlone(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: patienceMs });
  // A connection that breaks fails the query that waits for it; without a listener it would end the process first.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migratePostgres(drizzlePostgres(client), migrations);
  } finally {
    // The lock ends with its connection.
    await client.end();
  }
}

async function ask(queries: Queries): Promise<void> {
  await queries.execute(sql`select 1`);
}
