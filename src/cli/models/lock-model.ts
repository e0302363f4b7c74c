import { join } from 'node:path';
import type { LocalModel } from '#engines/local/models/catalogue.ts';
import { FolderInUseError, findHolder, lockFolder } from '#server/data-folder/open-data-folder.ts';
import { CodedError } from '#shared/errors.ts';

/**
 * Locks a model's folder, which exists, so that two commands do not write the same files.
 * @throws CodedError `conflict` that names the other process
 */
export function lockModel(modelsFolder: string, { name }: LocalModel): { release(): void } {
  const folder = join(modelsFolder, name);
  try {
    return lockFolder(folder);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const holder = findHolder(folder) ?? 'another process';
    const operatorMessage = `${name} is already being downloaded by ${holder}. Wait for it, or stop it.`;
    throw new CodedError('conflict', { operatorMessage, cause: error });
  }
}
