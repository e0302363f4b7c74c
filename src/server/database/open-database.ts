import { join } from 'node:path';
import { StartError } from '../data-folder/explain-folder.ts';
import type { Database } from './database.ts';
import { EmbeddedDatabaseError, explainPostgres } from './database-errors.ts';

/**
 * Opens the configured database and runs its migrations. Loads only the modules for that kind.
 * @throws {EmbeddedDatabaseError} when the one in `dataDir` cannot be opened
 * @throws {StartError} when the one of `databaseUrl` cannot be used
 */
export async function openDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const { openPostgres } = await import('./open-postgres.ts');
    const { databaseUrl } = config;
    return openPostgres(databaseUrl).catch(cause => {
      throw new StartError(explainPostgres(cause, databaseUrl), { cause });
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
