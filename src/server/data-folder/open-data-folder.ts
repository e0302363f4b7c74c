import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from './lock-folder.ts';
import { readOrMakeSecret } from './read-or-make-secret.ts';

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
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const temporary = join(path, 'tmp');
  // Uploads and what people wrote are for the server's own user only.
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = lockFolder(path);
  try {
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true });
    // Samples of voices were files here once; they are in the database now.
    await rm(join(path, 'voice-samples'), { recursive: true, force: true });
    const secret = await readOrMakeSecret(path);
    const outbox = join(path, 'outbox');
    const backups = join(path, 'backups');
    return { temporary, outbox, backups, secret, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}
