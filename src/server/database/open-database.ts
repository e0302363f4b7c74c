import { join } from 'node:path';
import type { Database } from './database.ts';
import { EmbeddedDatabaseError, PostgresError } from './database-errors.ts';

/**
 * Opens the configured database and runs its migrations. Loads only the modules for that kind.
 * @throws {EmbeddedDatabaseError} when the one in `dataDir` cannot be opened
 * @throws {PostgresError} when the one of `databaseUrl` cannot be used
 */
export async function openDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const { openPostgres } = await import('./open-postgres.ts');
    return openPostgres(config.databaseUrl).catch(cause => {
      throw new PostgresError({ cause });
    });
  }
  const { openEmbedded } = await import('./open-embedded.ts');
  return openEmbedded(embeddedFolder(config.dataDir)).catch(cause => {
    throw new EmbeddedDatabaseError(config.dataDir, { cause });
  });
}

export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database');
}
