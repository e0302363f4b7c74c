import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase } from '#server/database/open-database.ts';
import { feedback } from '#server/database/schema.ts';
import type { BackupCost } from './back-up-process.ts';

/** Fills a database with about this much incompressible data. */
export async function fillDatabase(dataDir: string, megabytes: number): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  for (let count = 0; count < megabytes; count += 1)
    await database.queries.insert(feedback).values({ message: randomBytes(750_000).toString('base64') });
  await database.close();
}

/** Backs a database up as the server does, during writes, and measures the cost. */
export async function measureBackup(dataDir: string): Promise<BackupCost> {
  const program = fileURLToPath(new URL('./back-up-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, dataDir]);
  return JSON.parse(stdout);
}
