import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeToOthers, FolderOpenToOthersError, keepOthersOut } from './keep-others-out.ts';
import { FolderInUseError, lockFolder } from './lock-folder.ts';

export interface DataFolder {
  /** Uploads live here for the length of one request. */
  readonly temporary: string;
  /** Mails, where no mail server is set. Made with the first of them. */
  readonly outbox: string;
  /** Of the embedded database. Made with the first of them. */
  readonly backups: string;
  readonly secret: string;
  /** Lets another process have the folder. */
  release(): void;
}

/**
 * Takes the folder for this process alone and removes what an earlier one left of its uploads.
 * @throws {FolderInUseError} when another process has it
 * @throws {FolderOpenToOthersError} when others can read or write in it
 * @throws {DataFolderError} when it cannot be made, read or written
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    return await takeFolder(path);
  } catch (error) {
    if (error instanceof FolderInUseError || error instanceof FolderOpenToOthersError) throw error;
    throw new DataFolderError(path, { cause: error });
  }
}

async function takeFolder(path: string): Promise<DataFolder> {
  const temporary = join(path, 'tmp');
  const outbox = join(path, 'outbox');
  const backups = join(path, 'backups');
  // Uploads and what people wrote are for the server's own user only.
  await mkdir(path, { recursive: true, mode: 0o700 });
  await keepOthersOut(path);
  const lock = lockFolder(path);
  try {
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { mode: 0o700 });
    for (const older of [outbox, backups]) await closeIfThere(older);
    // Samples of voices were files here once; they are in the database now.
    await rm(join(path, 'voice-samples'), { recursive: true, force: true });
    const secret = await readOrMakeSecret(path);
    return { temporary, outbox, backups, secret, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** An older version let others in here, behind a door that was closed. */
async function closeIfThere(folder: string): Promise<void> {
  await closeToOthers(folder).catch(error => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** The folder cannot be made, read or written; the cause says why. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
  readonly folder: string;

  constructor(folder: string, options: ErrorOptions) {
    super(`The folder ${folder} cannot be used.`, options);
    this.folder = folder;
  }
}

/**
 * The secret of a data folder: made at the first start, read at all others. Without it all sessions end.
 * @param folder is locked for this process, so that no other one makes another secret meanwhile
 */
async function readOrMakeSecret(folder: string): Promise<string> {
  const path = join(folder, 'auth-secret');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known !== '') return known;
  const secret = randomBytes(32).toString('base64url');
  // Written beside and renamed, so that a crash leaves either none or a whole one.
  await writeFile(`${path}.new`, secret, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return secret;
}
