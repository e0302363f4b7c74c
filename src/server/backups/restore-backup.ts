import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { unpackTar } from 'modern-tar/fs';
import {
  explainFolder,
  findErrorCode,
  findFolderTrouble,
  StartError,
} from '../data-folder/explain-folder.ts';
import { embeddedFolder } from '../database/open-database.ts';
import { withBaselineCompiler } from '../database/open-embedded.ts';
import { tablesLeftOut } from './keep-backups.ts';

export interface Restored {
  readonly replaced: string | undefined;
}

/**
 * Replaces the embedded database with a backup. The old one is moved aside, never deleted; an invalid file changes nothing.
 * @param dataDir must be locked by this process, so that no server uses it
 * @throws {StartError} when the file is no backup of this product, or cannot be read; when the folder is not writable, or full
 */
export async function restoreBackup(dataDir: string, file: string, now = new Date()): Promise<Restored> {
  const current = embeddedFolder(dataDir);
  const unpacked = join(dataDir, 'database.restoring');
  await rm(unpacked, { recursive: true, force: true });
  try {
    await withBaselineCompiler(() => unpack(file, unpacked));
  } catch (cause) {
    await rm(unpacked, { recursive: true, force: true });
    throw explain(file, dataDir, cause);
  }
  const aside = join(dataDir, `database.replaced-${now.toISOString().replaceAll(/[:.]/gu, '-')}`);
  const wasThere = await rename(current, aside).then(
    () => true,
    () => false,
  );
  await rename(unpacked, current);
  return { replaced: wasThere ? aside : undefined };
}

function explain(file: string, dataDir: string, cause: unknown): Error {
  const code = findErrorCode(cause);
  if (code === 'ENOENT') return new StartError(`There is no file ${file}.`, { cause });
  if (code === 'EISDIR') return new StartError(`${file} is a folder.`, { cause });
  const trouble = findFolderTrouble(dataDir);
  if (trouble) return new StartError(explainFolder(trouble.path, trouble.error), { cause });
  return new StartError(`${file} is not a backup of Benshi's database.`, { cause });
}

/** Opening it replays the log written during the backup. */
async function unpack(file: string, folder: string): Promise<void> {
  const files = unpackTar(folder, {
    dmode: 0o700,
    fmode: 0o600,
    filter: ({ type }) => type === 'file' || type === 'directory',
  });
  await pipeline(createReadStream(file), createGunzip(), files);
  await using client = await PGlite.create(folder);
  await client.query('select 1 from narration_log limit 1');
  for (const table of tablesLeftOut) await client.query(`truncate ${table}`);
  // Browsers may know later revisions, so that these are others. Tables of an older version get epochs with the column.
  const { rows } = await client.query(
    `select from information_schema.columns where table_name = 'projects' and column_name = 'epoch'`,
  );
  if (rows.length > 0) await client.query('update projects set epoch = gen_random_uuid()');
}
