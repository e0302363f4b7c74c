import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFolder, StartError } from './explain-folder.ts';
import { lockFolder } from './lock-folder.ts';
import { makePrivate } from './make-private.ts';

export type DataFolder = Awaited<ReturnType<typeof takeFolder>>;

/**
 * Locks the folder for this process and deletes an earlier one's uploads.
 * @throws {FolderInUseError} when another process uses it
 * @throws {StartError} when others can read or write in it, or it cannot be created, read or written
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    return await takeFolder(path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(explainFolder(path, error), { cause: error });
  }
}

async function takeFolder(path: string) {
  /** Uploads, each for the duration of its request. */
  const temporary = join(path, 'tmp');
  /** Mails, if no mail server is set. Created with the first mail. */
  const outbox = join(path, 'outbox');
  /** Backups of the embedded database. Created with the first one. */
  const backups = join(path, 'backups');
  // Uploads and user data are private to the server's user.
  await mkdir(path, { recursive: true, mode: 0o700 });
  await makePrivate(path);
  const lock = lockFolder(path);
  try {
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { mode: 0o700 });
    const secret = await readOrMakeSecret(path);
    return { temporary, outbox, backups, secret, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The secret of a data folder, created at the first start. Without it all sessions end.
 * @param folder is locked, so that no other process creates a secret at the same time
 */
async function readOrMakeSecret(folder: string): Promise<string> {
  const path = join(folder, 'auth-secret');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known !== '') return known;
  const secret = randomBytes(32).toString('base64url');
  // Written to a new file and renamed, so that a crash leaves no partial one.
  await writeFile(`${path}.new`, secret, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return secret;
}
