import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type LocalModel, localModels, type ModelFile } from './catalogue.ts';

/** A model whose files are all there, with the sizes that the catalogue states or the host declared. */
export interface InstalledModel {
  readonly model: LocalModel;
  readonly files: Readonly<Record<string, string>>;
}

export function nameFile({ path }: Pick<ModelFile, 'path'>): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Where a model's file lies: in a folder with the model's name, under its own name. */
export function findFilePath(modelsFolder: string, model: LocalModel, path: string): string {
  return join(modelsFolder, model.name, nameFile({ path }));
}

export async function measureFile(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

export async function isInPlace(modelsFolder: string, model: LocalModel, file: ModelFile): Promise<boolean> {
  const size = (await measureFile(findFilePath(modelsFolder, model, file.path))) ?? 0;
  const kept = await readKeptFacts(modelsFolder, model);
  // Unknown of a file that was put there by hand and is not pinned.
  const bytes = file.revision === undefined ? kept[nameFile(file)]?.bytes : file.bytes;
  return bytes === undefined ? size > 0 : size === bytes;
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
    const there = await Promise.all(model.files.map(file => isInPlace(modelsFolder, model, file)));
    if (there.includes(false)) continue;
    const files = model.files.map(file => [file.role, findFilePath(modelsFolder, model, file.path)]);
    found.push({ model, files: Object.fromEntries(files) });
  }
  return found;
}

/**
 * Compares the contents of an installed model's files with what is published, or else with what was fetched.
 * `unknown`: put there by hand, and no hash of it is published.
 */
export async function checkModel(modelsFolder: string, model: LocalModel, signal: AbortSignal) {
  const kept = await readKeptFacts(modelsFolder, model);
  const checked: { readonly path: string; readonly state: 'right' | 'damaged' | 'unknown' }[] = [];
  for (const file of model.files) {
    const path = findFilePath(modelsFolder, model, file.path);
    const published = file.sha256 ?? kept[nameFile(file)]?.sha256;
    const isRight = published === undefined || (await computeSha256(path, signal)) === published;
    checked.push({ path, state: !isRight ? 'damaged' : published === undefined ? 'unknown' : 'right' });
  }
  return checked;
}

const factsFile = 'files.json';

const factsSchema = z.record(
  z.string(),
  z.object({ revision: z.string().optional(), bytes: z.number(), sha256: z.string() }),
);

type KeptFacts = z.output<typeof factsSchema>;

/** Empty for a folder that was filled by hand, and where the file is damaged. */
async function readKeptFacts(modelsFolder: string, { name }: LocalModel): Promise<KeptFacts> {
  try {
    return factsSchema.parse(JSON.parse(await readFile(join(modelsFolder, name, factsFile), 'utf8')));
  } catch {
    return {};
  }
}

export async function keepFacts(modelsFolder: string, model: LocalModel, added: KeptFacts): Promise<void> {
  const path = join(modelsFolder, model.name, factsFile);
  const facts = { ...(await readKeptFacts(modelsFolder, model)), ...added };
  await writeFile(`${path}.new`, `${JSON.stringify(facts, undefined, 2)}\n`);
  await rename(`${path}.new`, path);
}

export async function computeSha256(path: string, signal: AbortSignal): Promise<string> {
  return await hash('sha256', path, signal);
}

/** The name that Git gives to a file's content. */
export async function computeGitHash(path: string, signal: AbortSignal): Promise<string> {
  const { size } = await stat(path);
  return await hash('sha1', path, signal, `blob ${size}\0`);
}

async function hash(algorithm: string, path: string, signal: AbortSignal, start = ''): Promise<string> {
  const sum = createHash(algorithm).update(start);
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1024 ** 2 })) sum.update(piece);
  return sum.digest('hex');
}
