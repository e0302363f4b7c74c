import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A test's folder, deleted at the end of its scope (`await using`). */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  /** Writes a file. @returns its path */
  write(name: string, content: Uint8Array | string): Promise<string>;
}

export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'benshi-test-'));
  return {
    path,
    async write(name, content) {
      const file = join(path, name);
      await writeFile(file, content);
      return file;
    },
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
    },
  };
}
