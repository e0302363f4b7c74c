import { join } from 'node:path';
import { listBackups } from '#server/backups/keep-backups.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { StartError } from '#server/data-folder/explain-folder.ts';
import { FolderInUseError, openDataFolder } from '#server/data-folder/open-data-folder.ts';
import { exitCodes, withStartErrorsReported } from './with-start-errors-reported.ts';

const usage = `Replaces the embedded database by a backup. Stop the server first:

  npm run restore                        lists the backups in DATA_DIR
  npm run restore -- data/backups/database-….tar.gz`;

const onPostgres = 'DATABASE_URL is set. Restore Postgres with pg_restore: see docs/self-hosting.md.';

process.exitCode = await main(process.argv.slice(2));

async function main([file, ...rest]: string[]): Promise<number> {
  if (rest.length > 0 || file?.startsWith('-')) {
    console.error(usage);
    return exitCodes.wrongCommand;
  }
  return withStartErrorsReported(async ({ dataDir, databaseUrl }) => {
    if (databaseUrl !== undefined) throw new StartError(onPostgres);
    await (file === undefined ? list(dataDir) : restore(dataDir, file));
  }, explain);
}

function explain(error: unknown): string | undefined {
  if (error instanceof FolderInUseError) return `${error.message}\nStop the server first.`;
  return undefined;
}

async function list(dataDir: string): Promise<void> {
  const backups = await listBackups(join(dataDir, 'backups'));
  console.log(backups.length === 0 ? 'There are no backups yet.' : backups.join('\n'));
}

async function restore(dataDir: string, file: string): Promise<void> {
  const folder = await openDataFolder(dataDir);
  try {
    const { replaced } = await restoreBackup(dataDir, file);
    console.log(`Restored ${file}.`);
    if (replaced) console.log(`The previous database is kept in ${replaced}.`);
  } finally {
    folder.release();
  }
}
