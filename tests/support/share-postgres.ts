import { randomBytes } from 'node:crypto';
import { createDatabase, runStatement } from './start-postgres.ts';

/** Passes the address of the Postgres shared by all test files. */
export const postgresVariable = 'BENSHI_TEST_POSTGRES';

/** The database with the product's tables; nothing connects to it, so that it can be copied. */
export const templateName = 'benshi_template';

/** Databases for tests, each as `DATABASE_URL`, deleted with it; a query may take a minute. */
export interface TestPostgres extends AsyncDisposable {
  /** With the product's tables, as at the second start. */
  createDatabase(): Promise<string>;
  /** Empty, as at the first start. */
  createEmptyDatabase(): Promise<string>;
}

/** The Postgres shared by all test files. */
export function sharePostgres(): TestPostgres {
  const server = process.env[postgresVariable] ?? '';
  const names: string[] = [];
  const create = (template: string) => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    names.push(name);
    return createDatabase(server, name, template);
  };
  return {
    createDatabase: () => create(templateName),
    createEmptyDatabase: () => create('template0'),
    async [Symbol.asyncDispose]() {
      for (const name of names) await runStatement(server, `drop database if exists ${name} with (force)`);
    },
  };
}
