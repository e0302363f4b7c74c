import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readImports } from '../layers/read-imports.ts';
import { isTest, listFiles } from '../layers/read-source.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What the page is built from; `src/media/node` is left out of it. */
const folders = ['src/web', 'src/media', 'src/shared'];

const packageName = /^(?:@[\w.-]+\/)?[\w-][\w.-]*/;

/** The packages that the page's own source imports, by name. */
export function findPageImports(): string[] {
  const names = folders
    .flatMap(folder => listFiles(root, folder))
    .filter(path => /\.(tsx?|css)$/.test(path) && !isTest(path) && !path.startsWith('src/media/node/'))
    .flatMap(path => readImports(path, readFileSync(`${root}${path}`, 'utf8')).named)
    .flatMap(({ name = '' }) => packageName.exec(name)?.[0] ?? []);
  return [...new Set(names)];
}
