import { makeTables } from './prepare-database-template.ts';
import { postgresVariable, templateName } from './share-postgres.ts';
import { startPostgres } from './start-postgres.ts';

/**
 * A Postgres for all test files, because starting one takes seconds, and in it a database with its tables, of which each
 * test gets a copy. Vitest's global setup.
 * @returns what it runs after all tests
 */
export default async function preparePostgres(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  makeTables({ DATABASE_URL: await postgres.createDatabase(templateName) });
  process.env[postgresVariable] = postgres.address;
  return async () => postgres[Symbol.asyncDispose]();
}
