import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireRoomForDatabase } from '../data-folder/explain-folder.ts';
import { DatabaseVersionError } from './database-errors.ts';

/** Of the Postgres inside PGlite. */
const embeddedVersion = '18';

/**
 * Refuses what the embedded Postgres would take for its own or for an empty folder, and then stumble over.
 * @throws {DatabaseVersionError} when the files are of another version
 * @throws Error when there are files, but not the one that names the version, or no room for new ones
 */
export async function requireUsableFiles(folder: string): Promise<void> {
  if ((await readdir(folder)).length === 0) return requireRoomForDatabase(folder);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== embeddedVersion)
    throw new DatabaseVersionError(
      `The database in ${folder} is of Postgres ${version}, and this version of Benshi has Postgres ${embeddedVersion}. Start the version of Benshi that the database was made with.`,
    );
}
