import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { ask, type Database, followTransactions, migrations, type Queries, schema } from './database.ts';

/** Our key for Postgres' advisory lock, so that servers that start together migrate one after another. */
const migrationLock = 8_291_911;

/** An unreachable database must give an error within three seconds, network time included, not a hanging request. */
const timeoutMs = 2500;

/** One of them only listens for new jobs. */
const connectionsForJobs = 3;

export async function openPostgres(databaseUrl: string): Promise<Database> {
  await migrateAlone(databaseUrl);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  });
  // A broken idle connection would end the process otherwise; the next query opens another.
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
 * Drizzle on a pool, with its own transactions: Drizzle's never release a connection on which a transaction failed to
 * begin, and a connection that breaks while in use would end the process.
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
      // The failed query may still run on this connection.
      client.release(!isSound);
    }
  };
  return Object.assign(drizzle(pool, { schema }), { transaction });
}

function ignoreBreak(): void {}

async function migrateAlone(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: timeoutMs });
  // A broken connection fails the pending query; without a listener it would end the process first.
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
