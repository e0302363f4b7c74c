import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { copyDatabaseTemplate } from './prepare-database-template.ts';
import { sharePostgres } from './share-postgres.ts';
import { type Environment, testSecret } from './start-server.ts';

/** Gives each test its own empty database: the variables that name it, and a function that removes it. */
export type MakePlace = () => Promise<{ environment: Environment; remove(): void }>;

/**
 * Runs tests on the embedded database and, with `npm run test:long`, on a real Postgres. `database.test.ts` always uses
 * both.
 */
export function describeOnBothDatabases(tests: (makePlace: MakePlace) => void): void {
  describe('on the embedded database', () => {
    tests(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));
      copyDatabaseTemplate(folder);
      return { environment: { DATA_DIR: folder }, remove: () => rmSync(folder, { recursive: true }) };
    });
  });

  describe('on Postgres', { tags: 'long' }, () => {
    const postgres = sharePostgres();
    afterAll(() => postgres[Symbol.asyncDispose]());
    tests(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));
      const DATABASE_URL = await postgres.createDatabase();
      return {
        environment: { DATA_DIR: folder, DATABASE_URL, AUTH_SECRET: testSecret },
        remove: () => rmSync(folder, { recursive: true }),
      };
    });
  });
}
