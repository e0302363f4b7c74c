import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface PackagedFile {
  readonly path: string;
  /** As it stands in a sentence, without a folder of this machine. */
  readonly name: string;
  /** Of the file that was tried out; undefined for one of a package that somebody added. */
  readonly sha256: string | undefined;
}

/**
 * Reads a file of a package, which must be the one that was tried out.
 * @throws Error with a sentence that names the file, when it is missing or another
 */
export async function readPackagedFile({
  path,
  name,
  sha256,
}: PackagedFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`${name} cannot be read.`, { cause });
  });
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`${name} is damaged, or of another version.`);
  return bytes;
}
