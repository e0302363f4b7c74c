import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { migrations } from '#server/database/database.ts';
import { explainPostgres } from '#server/database/open-database.ts';
import type { Found, Remark } from './found.ts';

const leastVersion = 15;

/** A request makes several queries in sequence. */
const longestAnswerMs = 20;
const tries = 5;

/** The same as the server's. */
const timeoutMs = 3000;

/** Checks version, tables and latency of the database of DATABASE_URL. Changes nothing in it. */
export async function checkPostgres(databaseUrl: string): Promise<Found> {
  const about = `Postgres on ${new URL(databaseUrl).host}.`;
  try {
    const remarks = await withPostgres(databaseUrl, async client => [
      ...(await judgeVersion(client)),
      await judgeTables(client),
      await judgeAnswers(client),
    ]);
    return { about, remarks };
  } catch (error) {
    return { about, remarks: [{ kind: 'failed', sentence: explainPostgres(error, databaseUrl) }] };
  }
}

export async function withPostgres<Result>(
  connectionString: string,
  ask: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const options = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const client = new pg.Client({ connectionString, ...options });
  // A broken connection fails the pending query; without a listener it would crash the process first.
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    // Does not wait for a server that does not answer.
    client.end().catch(() => {});
  }
}

async function judgeVersion(client: pg.Client): Promise<Remark[]> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version >= leastVersion) return [{ kind: 'ok', sentence: `It answers. Version ${version}.` }];
  const sentence = `It is version ${version}, but Benshi needs ${leastVersion} or newer. Upgrade it, or set DATABASE_URL to another database.`;
  return [{ kind: 'failed', sentence }];
}

async function judgeTables(client: pg.Client): Promise<Remark> {
  const ours = readMigrationFiles(migrations).map(({ folderMillis }) => folderMillis);
  const newest = Math.max(...ours);
  const applied = await readNewestMigration(client);
  if (applied === undefined)
    return { kind: 'note', sentence: 'It has no Benshi tables yet. The first start creates them.' };
  if (applied > newest)
    return {
      kind: 'failed',
      sentence:
        'Its tables belong to a newer version of Benshi. Start that version, or restore an older backup.',
    };
  const missing = ours.filter(each => each > applied).length;
  if (missing === 0) return { kind: 'ok', sentence: 'Its tables are up to date.' };
  return {
    kind: 'note',
    sentence: `Migrations to run at the next start: ${missing}. Make a backup first.`,
  };
}

/** The time of the newest applied migration; undefined if there is none. */
async function readNewestMigration(client: pg.Client): Promise<number | undefined> {
  const { rows: found } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (found[0]?.name === null) return undefined;
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  const newest = rows[0]?.newest ?? null;
  return newest === null ? undefined : Number(newest);
}

async function judgeAnswers(client: pg.Client): Promise<Remark> {
  const times: number[] = [];
  for (let count = 0; count < tries; count += 1) {
    const begun = performance.now();
    await client.query('select 1');
    times.push(performance.now() - begun);
  }
  const usual = times.toSorted((one, other) => one - other)[Math.floor(tries / 2)] ?? 0;
  const said = `It answers in ${usual.toFixed(1)} ms.`;
  if (usual <= longestAnswerMs) return { kind: 'ok', sentence: said };
  return {
    kind: 'warning',
    sentence: `${said} Every request makes several queries, so requests are slow. Move it closer to the server, or check its load.`,
  };
}
