import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalModel, localModels } from './catalogue.ts';

/** A model whose files are all there, with the sizes that the catalogue states. */
export interface InstalledModel {
  readonly model: LocalModel;
  /** Absolute path of each file, by role. */
  readonly files: Readonly<Record<string, string>>;
}

/** Where a model's file lies: in a folder with the model's name, under its own name. */
export function findFilePath(modelsFolder: string, model: LocalModel, path: string): string {
  return join(modelsFolder, model.name, path.slice(path.lastIndexOf('/') + 1));
}

/**
 * The models of a folder, in the order of the catalogue. Reads sizes only; `npm run models -- check` compares the contents.
 * @param modelsFolder need not exist
 */
export async function listInstalledModels(
  modelsFolder: string,
  models: readonly LocalModel[] = localModels,
): Promise<InstalledModel[]> {
  const found: InstalledModel[] = [];
  for (const model of models) {
    const paths = model.files.map(({ path }) => findFilePath(modelsFolder, model, path));
    const sizes = await Promise.all(
      paths.map(path =>
        stat(path).then(
          ({ size }) => size,
          () => undefined,
        ),
      ),
    );
    if (model.files.every(({ bytes }, at) => sizes[at] === bytes))
      found.push({
        model,
        files: Object.fromEntries(model.files.map(({ role }, at) => [role, paths[at] ?? ''])),
      });
  }
  return found;
}
