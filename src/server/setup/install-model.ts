import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalModel } from '#engines/local/models/catalogue.ts';
import {
  downloadModel,
  explainWriting,
  type ModelDownload,
  requireSpace,
} from '#engines/local/models/download.ts';
import { CodedError } from '#shared/errors.ts';
import { FolderInUseError, findHolder, lockFolder } from '../data-folder/open-data-folder.ts';

/**
 * Fetches what is missing of a model, and checks it, while no other process may.
 * @throws CodedError `unavailable`, `conflict`; what has arrived is kept
 */
export async function installModel(model: LocalModel, download: ModelDownload): Promise<void> {
  const { modelsFolder } = download;
  const folder = join(modelsFolder, model.name);
  using opened = new DisposableStack();
  try {
    await mkdir(folder, { recursive: true });
    opened.adopt(lockModel(folder, model), lock => lock.release());
    await requireSpace(modelsFolder, [model]);
    await downloadModel(model, download);
  } catch (error) {
    throw explainWriting(error, folder) ?? error;
  }
}

/**
 * @returns whether there was anything of it
 * @throws CodedError `conflict` while it is being downloaded
 */
export async function removeModel(modelsFolder: string, model: LocalModel): Promise<boolean> {
  const folder = join(modelsFolder, model.name);
  if (!existsSync(folder)) return false;
  lockModel(folder, model).release();
  await rm(folder, { recursive: true });
  return true;
}

/** @param folder of the model, exists */
function lockModel(folder: string, { name }: LocalModel): { release(): void } {
  try {
    return lockFolder(folder);
  } catch (cause) {
    if (cause instanceof FolderInUseError) {
      const operatorMessage = `${name} is already being downloaded by ${findHolder(folder) ?? 'another process'}. Wait for it, or stop it.`;
      throw new CodedError('conflict', { operatorMessage, cause });
    }
    const operatorMessage = `${folder} cannot be written. Set MODELS_DIR to a folder that this user may write to.`;
    throw new CodedError('unavailable', { operatorMessage, cause });
  }
}
