import { inspect } from 'node:util';
import { listBackups } from './backups/keep-backups.ts';
import { type Config, ConfigError } from './config/config.ts';
import { explainFolder, findErrorCode, findFolderTrouble, StartError } from './data-folder/explain-folder.ts';
import { EmbeddedDatabaseError, embeddedFolder, explainPostgres } from './database/open-database.ts';

type Places = Pick<Config, 'host' | 'port' | 'databaseUrl' | 'dataDir'>;

/** Unexpected errors are printed unchanged. */
export async function explainStart(error: unknown, places: Places): Promise<string> {
  if (error instanceof StartError || error instanceof ConfigError) return error.message;
  if (error instanceof EmbeddedDatabaseError) return explainEmbedded(error);
  const listening = explainListening(error, places);
  if (listening) return listening;
  if (places.databaseUrl && findErrorCode(error)) return explainPostgres(error, places.databaseUrl);
  const trouble = findFolderTrouble(places.dataDir);
  return trouble ? explainFolder(trouble.path, trouble.error) : `Unexpected error: ${inspect(error)}`;
}

async function explainEmbedded({ dataDir, cause }: EmbeddedDatabaseError): Promise<string> {
  if (cause instanceof StartError) return cause.message;
  const folder = embeddedFolder(dataDir);
  const trouble = findFolderTrouble(folder);
  if (trouble) return explainFolder(trouble.path, trouble.error);
  const newest = (await listBackups(`${dataDir}/backups`)).at(-1);
  return newest
    ? `The database in ${folder} is damaged. Restore the newest backup: npm run restore -- ${newest}`
    : `The database in ${folder} is damaged, and there is no backup in DATA_DIR. Restore one with npm run restore, or move the folder away to start with an empty database.`;
}

function explainListening(error: unknown, { host, port }: Places): string | undefined {
  if (!(error instanceof Error && 'syscall' in error)) return undefined;
  const code = findErrorCode(error);
  if (error.syscall === 'getaddrinfo')
    return `The host name ${host} cannot be resolved. Set HOST to an address of this machine, such as 127.0.0.1.`;
  if (error.syscall !== 'listen' && error.syscall !== 'bind') return undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the other program, or set PORT to another port.`;
  if (code === 'EACCES')
    return `This user is not allowed to listen on port ${port}. Set PORT to 1024 or higher, and let a proxy listen on ${port}.`;
  if (code === 'EADDRNOTAVAIL')
    return `${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`;
  return `The server cannot listen on port ${port} of ${host} (${code}). Set other values for HOST and PORT.`;
}
