import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from './lock-folder.ts';
import { readOrMakeSecret } from './read-or-make-secret.ts';

export interface DataFolder {
  /** Uploads live here for the length of one request. */
  readonly temporary: string;
  readonly voiceSamples: string;
  /** Mails, where no mail server is set. Made with the first of them. */
  readonly outbox: string;
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
  const voiceSamples = join(path, 'voice-samples');
  // Uploads and what people wrote are for the server's own user only.
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = lockFolder(path);
  try {
    await rm(temporary, { recursive: true, force: true });
    for (const folder of [temporary, voiceSamples]) await mkdir(folder, { recursive: true });
    const secret = await readOrMakeSecret(path);
    const outbox = join(path, 'outbox');
    return { temporary, voiceSamples, outbox, secret, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}
