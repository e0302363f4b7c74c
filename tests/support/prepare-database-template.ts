import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/database/open-database.ts';

/** Names the folder of the template to the processes that run the tests. */
export const templateVariable = 'BENSHI_TEST_DATABASE_TEMPLATE';

/**
 * An embedded database with its tables, made once before all tests and copied for each server: making one takes seconds.
 * Vitest and Playwright both run this as their global setup.
 * @returns what they run after all tests
 */
export default async function prepareDatabaseTemplate(): Promise<() => void> {
  const path = mkdtempSync(join(tmpdir(), 'benshi-template-'));
  const database = await openDatabase({ databaseUrl: undefined, dataDir: path });
  await database.close();
  process.env[templateVariable] = path;
  return () => rmSync(path, { recursive: true, force: true });
}
