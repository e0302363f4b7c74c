import { join } from 'node:path';
import { listBackups } from '#server/backups/backup-files.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { FolderInUseError } from '#server/data-folder/lock-folder.ts';
import { openDataFolder } from '#server/data-folder/open-data-folder.ts';

const usage = `Puts a backup in the place of the embedded database, while no server runs:

  npm run restore                        lists the backups in DATA_DIR
  npm run restore -- data/backups/database-….tar.gz`;

/** The command line's exit codes: done, something failed, the command was wrong. */
const exitCodes = { done: 0, failed: 1, wrongCommand: 2 } as const;

process.exitCode = await main(process.argv.slice(2));

async function main([file, ...rest]: string[]): Promise<number> {
  if (rest.length > 0 || file?.startsWith('-')) {
    console.error(usage);
    return exitCodes.wrongCommand;
  }
  try {
    const { dataDir, databaseUrl } = readConfig(process.env);
    if (databaseUrl !== undefined)
      throw new Error(
        'DATABASE_URL names a Postgres, which is restored with pg_restore: see docs/self-hosting.md.',
      );
    await (file === undefined ? list(dataDir) : restore(dataDir, file));
    return exitCodes.done;
  } catch (error) {
    if (error instanceof FolderInUseError)
      console.error(`${error.message}\nThe server must not run meanwhile.`);
    else if (error instanceof ConfigError || error instanceof Error) console.error(error.message);
    else throw error;
    return exitCodes.failed;
  }
}

async function list(dataDir: string): Promise<void> {
  const backups = await listBackups(join(dataDir, 'backups'));
  console.log(backups.length === 0 ? 'There is no backup yet.' : backups.join('\n'));
}

async function restore(dataDir: string, file: string): Promise<void> {
  const folder = await openDataFolder(dataDir);
  try {
    const { replaced } = await restoreBackup(dataDir, file);
    console.log(`Restored ${file}.`);
    if (replaced) console.log(`What was there before is kept in ${replaced}.`);
  } finally {
    folder.release();
  }
}
