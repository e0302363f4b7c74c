import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { ConstructorOptions } from 'pg-boss';
import type { PoolLoad } from '#shared/async/pool-load.ts';
import * as authSchema from './auth-schema.ts';
import * as tables from './schema.ts';

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

/** @throws when no query can be answered */
export async function ask(queries: Queries): Promise<void> {
  await queries.execute(sql`select 1`);
}

/** All tables: the product's own, and those that better-auth works on. */
export const schema = { ...tables, ...authSchema };

/** Either kind of database; both speak Postgres' SQL. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A text that Postgres takes: without NUL, and with whole characters only. */
export function makeStorable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
