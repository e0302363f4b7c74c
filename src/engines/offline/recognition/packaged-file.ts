import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A file of a package. */
export interface PackagedFile {
  readonly path: string;
  /** Of the file that was tried out; undefined for one of a package that somebody added. */
  readonly sha256: string | undefined;
}

/**
 * Reads a file of a package, which must be the one that was tried out.
 * @throws Error with a sentence when it is missing or another
 */
export async function readPackagedFile({ path, sha256 }: PackagedFile): Promise<Uint8Array> {
  const name = path.split('/').slice(-3).join('/');
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`The file ${name} of the reader of print cannot be read.`, { cause });
  });
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`The file ${name} of the reader of print is damaged.`);
  return bytes;
}
