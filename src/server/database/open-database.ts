import { join } from 'node:path';
import { findErrorCode, StartError } from '../data-folder/explain-folder.ts';
import type { Database } from './database.ts';

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

/** The embedded database cannot be opened. Its own error seldom explains why, and is not always an Error. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
  readonly dataDir: string;

  constructor(dataDir: string, options: ErrorOptions) {
    super(`The database in ${dataDir} cannot be opened.`, options);
    this.dataDir = dataDir;
  }
}

/** Explains a connection error without the password of `DATABASE_URL`. */
export function explainPostgres(error: unknown, databaseUrl: string): string {
  const { host, hostname, pathname, username } = new URL(databaseUrl);
  const code = findErrorCode(error);
  switch (code) {
    case 'ECONNREFUSED':
      return `No database responds at ${host}. Start it, or correct DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${hostname} of DATABASE_URL cannot be resolved. Correct it, or check your DNS.`;
    case '28P01':
    case '28000':
      return `The database at ${host} rejects the user ${username} or the password of DATABASE_URL. Correct them.`;
    case '3D000':
      return `There is no database ${pathname.slice(1)} at ${host}. Create it with createdb, or correct DATABASE_URL.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case undefined:
      return `The database at ${host} does not respond. Check whether it runs and can be reached from here, or correct DATABASE_URL.`;
    default:
      return `The database at ${host} cannot be used (${code}). Check its log, or correct DATABASE_URL.`;
  }
}
