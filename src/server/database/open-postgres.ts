import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { ask, type Database, migrations, type Queries, schema } from './database.ts';
import { followTransactions } from './follow-transactions.ts';

/** A number of our own for Postgres' advisory lock, so that servers that start together migrate one after another. */
const migrationLock = 8_291_911;

/** A database that is away shall be an error within three seconds, the way to it and back included, not a request that hangs. */
const patienceMs = 2500;

/** One of them only listens for new jobs. */
const connectionsForJobs = 3;

/** Opens the database at an address, and brings its tables up to date. */
export async function openPostgres(databaseUrl: string): Promise<Database> {
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
      const result = await drizzle(client, { schema }).transaction(callback, config);
      isSound = true;
      return result;
    } finally {
      client.off('error', ignoreBreak);
      // What failed may still be on its way on this connection, so that the next one gets another.
      client.release(!isSound);
    }
  };
  return Object.assign(drizzle(pool, { schema }), { transaction });
}

/** Queries that wait on the connection fail with it. */
function ignoreBreak(): void {}

async function migrateAlone(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: patienceMs });
  // A connection that breaks fails the query that waits for it; without a listener it would end the process first.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), migrations);
  } finally {
    // The lock ends with its connection.
    await client.end();
  }
}
