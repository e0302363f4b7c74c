import { statfs } from 'node:fs/promises';
import { countBytes, type LocalModel } from './catalogue.ts';
import { type DownloadParts, downloadFile, findPartPath } from './download-file.ts';
import { findFilePath, isInPlace, measureFile } from './installed-models.ts';
import { refuse } from './model-host.ts';

export interface ModelProgress {
  readonly doneBytes: number;
  /** About right for a model whose size only the host knows. */
  readonly totalBytes: number;
}

/**
 * Fetches the files of a model that are not there yet. Only for the holder of its folder's lock.
 * @throws CodedError `unavailable`
 */
export async function downloadModel(
  model: LocalModel,
  parts: Omit<DownloadParts, 'onBytes'> & { onProgress(progress: ModelProgress): void },
): Promise<void> {
  const totalBytes = countBytes(model);
  let earlierBytes = 0;
  for (const file of model.files) {
    const onBytes = (bytes: number) =>
      parts.onProgress({ doneBytes: Math.min(earlierBytes + bytes, totalBytes), totalBytes });
    if (!(await isInPlace(parts.modelsFolder, model, file)))
      await downloadFile(model, file, { ...parts, onBytes });
    earlierBytes += file.bytes;
  }
}

/** What of a model has arrived: finished files, and the parts of others. */
export async function countArrived(modelsFolder: string, model: LocalModel): Promise<number> {
  const sizes = model.files.flatMap(file => [
    measureFile(findFilePath(modelsFolder, model, file.path)),
    measureFile(findPartPath(modelsFolder, model, file)),
  ]);
  return (await Promise.all(sizes)).reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/**
 * @param modelsFolder exists
 * @throws CodedError `unavailable` if the disk has no room for what is still to be fetched
 */
export async function requireSpace(modelsFolder: string, models: readonly LocalModel[]): Promise<void> {
  let neededBytes = 0;
  for (const model of models)
    neededBytes += Math.max(0, countBytes(model) - (await countArrived(modelsFolder, model)));
  const { bavail, bsize } = await statfs(modelsFolder);
  const freeBytes = bavail * bsize;
  if (neededBytes <= freeBytes) return;
  throw refuse(
    `${describeBytes(neededBytes)} are needed, but only ${describeBytes(freeBytes)} are free for ${modelsFolder}. Free some space, or set MODELS_DIR to a folder on another disk.`,
  );
}

/** `1.55 GB`, `546 MB` */
export function describeBytes(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? (['gigabyte', 1e9] as const) : (['megabyte', 1e6] as const);
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumSignificantDigits: 3 }).format(
    bytes / size,
  );
}
