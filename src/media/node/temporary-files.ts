import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdtemp, open, readlink, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CodedError } from '#shared/errors.ts';

/** Paths to delete at exit, unless deleted before. */
const temporaryPaths = new Set<string>();

process.on('exit', () => {
  for (const path of temporaryPaths) rmSync(path, { recursive: true, force: true });
});

/** A folder in the system's temporary folder, deleted at the end of its scope (`await using`). */
export async function makeTemporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'benshi-'));
  temporaryPaths.add(path);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      temporaryPaths.delete(path);
    },
  };
}

/** Replaces the file at its path when complete; a link stays. @throws CodedError `bad_request` if nothing can be written */
export async function createPartFile(path: string) {
  try {
    const targetPath = await followLinks(path);
    // Not the file's own name with a suffix: names have at most 255 bytes.
    const partPath = join(dirname(targetPath), `.benshi-${randomUUID()}.part`);
    const handle = await open(partPath, 'wx');
    temporaryPaths.add(partPath);
    return {
      handle,
      async keep() {
        await handle.close();
        await rename(partPath, targetPath);
        temporaryPaths.delete(partPath);
      },
      /** Deletes it; no effect after `keep`. */
      async discard() {
        await handle.close();
        await rm(partPath, { force: true });
        temporaryPaths.delete(partPath);
      },
    };
  } catch (cause) {
    throw new CodedError('bad_request', { message: `${path} cannot be written.`, cause });
  }
}

/** Resolves all links, also dangling ones. @throws errors of the file system, except a missing file */
export async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const link = await lstat(path).catch(() => undefined);
    if (!link?.isSymbolicLink()) return path;
    return followLinks(resolve(await realpath(dirname(path)), await readlink(path)));
  }
}
