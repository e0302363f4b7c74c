import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files and folders that are deleted when the process exits before it has deleted them itself. */
export const temporaryPaths = new Set<string>();

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
