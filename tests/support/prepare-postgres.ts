import { makeTables } from './prepare-database-template.ts';
import { postgresVariable, templateName } from './share-postgres.ts';
import { startPostgres } from './start-postgres.ts';

/**
 * One Postgres for all test files, because starting one takes seconds, with a database that each test gets a copy of.
 * Vitest's global setup.
 * @returns the teardown
 */
export default async function preparePostgres(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  makeTables({ DATABASE_URL: await postgres.createDatabase(templateName) });
  process.env[postgresVariable] = postgres.address;
  return async () => postgres[Symbol.asyncDispose]();
}
