import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { embeddedFolder } from '../database/open-database.ts';

/** What lies in the place of the database now, and where the one before it is kept; undefined when there was none. */
export interface Restored {
  readonly replaced: string | undefined;
}

/**
 * Puts a backup in the place of the embedded database. The old one is moved aside, never deleted; a file that is no
 * backup changes nothing.
 * @param dataDir is locked for this process, so that no server uses it
 * @throws Error with a sentence when the file is no backup of this product
 */
export async function restoreBackup(dataDir: string, file: string, now = new Date()): Promise<Restored> {
  const current = embeddedFolder(dataDir);
  const unpacked = join(dataDir, 'database.restoring');
  await rm(unpacked, { recursive: true, force: true });
  const packed = await readFile(file);
  try {
    await unpack(packed, unpacked);
  } catch (cause) {
    await rm(unpacked, { recursive: true, force: true });
    throw new Error(`${file} is not a backup of Benshi's database.`, { cause });
  }
  const aside = join(dataDir, `database.replaced-${now.toISOString().replaceAll(/[:.]/gu, '-')}`);
  const wasThere = await rename(current, aside).then(
    () => true,
    () => false,
  );
  await rename(unpacked, current);
  return { replaced: wasThere ? aside : undefined };
}

/** Opening it also finishes what was being written while the backup was made. */
async function unpack(packed: Buffer, folder: string): Promise<void> {
  // PGlite would do it too, but ends the process over a file that was cut.
  const archive = new Uint8Array(await promisify(gunzip)(packed));
  const loadDataDir = new Blob([archive], { type: 'application/x-tar' });
  await using client = await PGlite.create(folder, { loadDataDir });
  await client.query('select 1 from narration_log limit 1');
}
