import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LocalModel } from './catalogue.ts';

const factsFile = 'files.json';

const factsSchema = z.record(
  z.string(),
  z.object({ revision: z.string().optional(), bytes: z.number(), sha256: z.string() }),
);

/** What was fetched, by the name of the file. */
export type KeptFacts = z.output<typeof factsSchema>;

/** Empty for a folder that was filled by hand, and where the file is damaged. */
export async function readKeptFacts(modelsFolder: string, { name }: LocalModel): Promise<KeptFacts> {
  try {
    return factsSchema.parse(JSON.parse(await readFile(join(modelsFolder, name, factsFile), 'utf8')));
  } catch {
    return {};
  }
}

/** Adds the facts of one file. Only for the holder of the folder's lock. */
export async function keepFacts(modelsFolder: string, model: LocalModel, added: KeptFacts): Promise<void> {
  const path = join(modelsFolder, model.name, factsFile);
  const facts = { ...(await readKeptFacts(modelsFolder, model)), ...added };
  await writeFile(`${path}.new`, `${JSON.stringify(facts, undefined, 2)}\n`);
  await rename(`${path}.new`, path);
}
