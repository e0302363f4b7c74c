import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { verification } from '#server/database/schema.ts';
import type { Environment } from './start-server.ts';

/** Each row as JSON, by the name of its table, such as `auth.user`. */
export type AllTables = ReadonlyMap<string, readonly string[]>;

/** Every row of every table but the system's. An embedded database must not be in use by a server. */
export async function readAllTables(environment: Environment): Promise<AllTables> {
  return withDatabase(environment, async queries => {
    const names = await ask<{ name: string; quoted: string }>(
      queries,
      sql`select table_schema || '.' || table_name as name, format('%I.%I', table_schema, table_name) as quoted
        from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`,
    );
    const tables = new Map<string, string[]>();
    for (const { name, quoted } of names) {
      const rows = await ask<{ row: string }>(
        queries,
        sql`select to_jsonb(t)::text as row from ${sql.raw(quoted)} t order by 1`,
      );
      tables.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    return tables;
  });
}

/** Works on a server's database while the server is stopped. */
export async function withDatabase<T>(
  { DATA_DIR = '', DATABASE_URL }: Environment,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  try {
    return await work(database.queries);
  } finally {
    await database.close();
  }
}

export async function endMailedLinks(environment: Environment): Promise<void> {
  await withDatabase(environment, async queries =>
    queries.update(verification).set({ expiresAt: sql`now() - interval '1 second'` }),
  );
}

/** The rows that contain one of these texts, in any case, as `table: row`. */
export function findRows(tables: AllTables, texts: readonly string[]): string[] {
  const wanted = texts.map(text => text.toLowerCase());
  return [...tables].flatMap(([name, rows]) =>
    rows.filter(row => wanted.some(text => row.toLowerCase().includes(text))).map(row => `${name}: ${row}`),
  );
}

export function findTables(tables: AllTables, texts: readonly string[]): string[] {
  return [...tables.keys()].filter(
    name => findRows(new Map([[name, tables.get(name) ?? []]]), texts).length > 0,
  );
}

async function ask<Row>(queries: Queries, query: SQL): Promise<Row[]> {
  return ((await queries.execute(query)) as { rows: Row[] }).rows;
}
