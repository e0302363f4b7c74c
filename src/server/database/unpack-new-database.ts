import { rename, rm, rmdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { dataDir as readPreparedFiles } from '@electric-sql/pglite-prepopulatedfs';
import { unpackTar } from 'modern-tar/fs';

/**
 * Puts the files of a new, empty database into an empty folder, from the archive that PGlite's makers prepare: making them here would
 * run Postgres' `initdb`, which takes three seconds of the processor and 430 MB. Whole or not at all, whenever the process ends.
 * The archive is of an older version of PGlite with the same catalog; Postgres refuses to open another one.
 */
export async function unpackNewDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const files = unpackTar(unfinished, {
    dmode: 0o700,
    fmode: 0o600,
    // The archive's names begin at the root; the files are as old as this database.
    map: header => ({ ...header, name: header.name.replace(/^\/+/, ''), mtime: new Date() }),
  });
  const archive = await readPreparedFiles();
  await pipeline(Readable.from(archive.stream()), createGunzip(), files);
  await rmdir(folder);
  await rename(unfinished, folder);
}
