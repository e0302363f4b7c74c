import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Replaces the first occurrence of a text in a file. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** @throws Error when the file does not have the text */
export async function editFile(folder: string, { file, from, to }: Edit): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from} that could be changed.`);
  await writeFile(
    path,
    text.replace(from, () => to),
  );
}
