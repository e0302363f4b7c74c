import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
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

/** @returns hexadecimal */
export async function computeSha256(path: string, signal: AbortSignal): Promise<string> {
  return await hash('sha256', path, signal);
}

/** The name that Git gives to a file's content. @returns hexadecimal */
export async function computeGitHash(path: string, signal: AbortSignal): Promise<string> {
  const { size } = await stat(path);
  return await hash('sha1', path, signal, `blob ${size}\0`);
}

async function hash(algorithm: string, path: string, signal: AbortSignal, start = ''): Promise<string> {
  const sum = createHash(algorithm).update(start);
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1024 ** 2 })) sum.update(piece);
  return sum.digest('hex');
}
