import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeTemporaryFolder } from './temporary-folder.ts';

const parts = [
  'src',
  'tests',
  'scripts',
  'docs/architecture.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.browser.json',
  'tsconfig.every-host.json',
  'tsconfig.node.json',
];

export interface CheckResult {
  readonly exitCode: number | null;
  readonly output: string;
}

/** A copy of the files that `npm run check` reads, to be changed freely. */
export interface RepositoryCopy extends AsyncDisposable {
  readonly path: string;
  /** Writes or replaces a file. */
  plant(path: string, text: string): void;
  /** Runs some of the checks by their names in scripts/check.mjs. */
  check(...names: string[]): CheckResult;
}

export async function copyRepository(): Promise<RepositoryCopy> {
  const folder = await makeTemporaryFolder();
  for (const part of parts) cpSync(part, join(folder.path, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder.path, 'node_modules'));
  return {
    path: folder.path,
    plant(path, text) {
      mkdirSync(dirname(join(folder.path, path)), { recursive: true });
      writeFileSync(join(folder.path, path), text);
    },
    check(...names) {
      const child = spawnSync('node', ['scripts/check.mjs', ...names], {
        cwd: folder.path,
        encoding: 'utf8',
      });
      return { exitCode: child.status, output: child.stdout + child.stderr };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
