import { randomBytes } from 'node:crypto';
import { createDatabase, runStatement } from './start-postgres.ts';

/** Names the address of the Postgres that runs for all test files. */
export const postgresVariable = 'BENSHI_TEST_POSTGRES';

/** The database there that has the product's tables, and that nobody connects to. */
export const templateName = 'benshi_template';

/** Databases for tests, each as `DATABASE_URL`; a query may take a minute. They are deleted with it. */
export interface TestPostgres extends AsyncDisposable {
  /** With the product's tables, as at the second start. */
  createDatabase(): Promise<string>;
  /** With nothing, as at the first start. */
  createEmptyDatabase(): Promise<string>;
}

/** A real Postgres, the one that runs for all test files. */
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
