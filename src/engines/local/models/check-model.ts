import type { LocalModel } from './catalogue.ts';
import { computeSha256 } from './hash-file.ts';
import { findFilePath, nameFile } from './installed-models.ts';
import { readKeptFacts } from './kept-facts.ts';

export interface CheckedFile {
  readonly path: string;
  /** `unknown`: put there by hand, and no hash of it is published. */
  readonly state: 'right' | 'damaged' | 'unknown';
}

/** Compares the contents of an installed model's files with what is published, or else with what was fetched. */
export async function checkModel(
  modelsFolder: string,
  model: LocalModel,
  signal: AbortSignal,
): Promise<CheckedFile[]> {
  const kept = await readKeptFacts(modelsFolder, model);
  const checked: CheckedFile[] = [];
  for (const file of model.files) {
    const path = findFilePath(modelsFolder, model, file.path);
    const published = file.sha256 ?? kept[nameFile(file)]?.sha256;
    const isRight = published === undefined || (await computeSha256(path, signal)) === published;
    checked.push({ path, state: !isRight ? 'damaged' : published === undefined ? 'unknown' : 'right' });
  }
  return checked;
}
