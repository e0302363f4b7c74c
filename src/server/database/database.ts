import { AsyncLocalStorage } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { ConstructorOptions } from 'pg-boss';
import type { PoolLoad } from '#shared/async/semaphore.ts';
import * as schema from './schema.ts';

export interface EmbeddedDatabase {
  readonly folder: string;
  readonly client: Pick<PGlite, 'query'>;
}

export interface Database {
  /** Queries inside a transaction's callback belong to the transaction. */
  readonly queries: Queries;
  readonly forJobs: Pick<ConstructorOptions, 'backend' | 'connectionString' | 'db' | 'max'>;
  /** Printed at the start. Contains no user and no password. */
  readonly description: string;
  readonly readLoad?: () => PoolLoad;
  /** For backups; undefined on Postgres, which has its own tools. */
  readonly embedded?: EmbeddedDatabase;
  /** Resolves when a query is answered, rejects within three seconds otherwise. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** @throws when queries fail */
export async function ask(queries: Queries): Promise<void> {
  await queries.execute(sql`select 1`);
}

export { schema };

export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

export function secondsFromNow(seconds: number): SQL {
  return sql`now() + make_interval(secs => ${seconds})`;
}

/** Removes what Postgres cannot store: NUL and unpaired surrogates. */
export function makeStorable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

interface Running {
  readonly queries: Queries;
  isOpen: boolean;
}

/**
 * Makes every query issued inside a transaction's callback part of that transaction, at any depth of calls. Also
 * avoids a deadlock in the embedded database, which has one connection. A nested transaction becomes a savepoint.
 */
export function followTransactions(queries: Queries): Queries {
  const running = new AsyncLocalStorage<Running>();

  const transaction: Queries['transaction'] = (callback, config) =>
    findCurrent().transaction(async inner => {
      const opened: Running = { queries: inner, isOpen: true };
      try {
        return await running.run(opened, () => callback(inner));
      } finally {
        // Work that outlives the transaction uses the database directly again.
        opened.isOpen = false;
      }
    }, config);

  function findCurrent(): Queries {
    const found = running.getStore();
    return found?.isOpen ? found.queries : queries;
  }

  return new Proxy(queries, {
    get(_target, property) {
      if (property === 'transaction') return transaction;
      const current = findCurrent();
      const value: unknown = Reflect.get(current, property, current);
      return typeof value === 'function' ? value.bind(current) : value;
    },
  });
}
