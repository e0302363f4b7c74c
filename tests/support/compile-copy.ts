import { execFile } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Edit, editFile } from './edit-file.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Changes a copy of `src` and has the project's own compiler look at it.
 * @returns what the compiler complains of, each with its file and its reasons
 */
export async function compileCopy(edits: readonly Edit[]): Promise<string[]> {
  await using folder = await makeTemporaryFolder();
  await cp(join(root, 'src'), join(folder.path, 'src'), { recursive: true });
  for (const name of ['package.json', 'tsconfig.json']) await cp(join(root, name), join(folder.path, name));
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  for (const edit of edits) await editFile(folder.path, edit);
  const project = await folder.write(
    'tsconfig.src.json',
    JSON.stringify({ extends: './tsconfig.json', include: ['src'], exclude: ['**/*.test.ts'] }),
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFile(
    process.execPath,
    [compiler, '-p', project, '--pretty', 'false'],
    { cwd: folder.path },
    (_, printed) => resolve(printed),
  );
  // What explains a complaint is indented below it.
  return (await promise).split(/\n(?=\S)/u).filter(complaint => complaint.includes('error TS'));
}
