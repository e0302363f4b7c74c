import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readImports } from '../layers/read-imports.ts';
import { isTest, listFiles } from '../layers/read-source.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `src/media/node` is left out of the page. */
const pageFolders = ['src/web', 'src/media', 'src/shared'];

const serverFolders = ['src/server', 'src/cli', 'src/narration', 'src/engines', 'src/media', 'src/shared'];

const packageName = /^(?:@[\w.-]+\/)?[\w-][\w.-]*/;

/** The packages that the page's own source imports, by name. */
export function findPageImports(): string[] {
  return findPackageImports(pageFolders, path => !path.startsWith('src/media/node/'));
}

/** The packages that the source of the server and of the command line imports, by name; those that only its types need are left out. */
export function findServerImports(): string[] {
  return findPackageImports(serverFolders, () => true, { isLoaded: true });
}

function findPackageImports(
  folders: readonly string[],
  isWanted: (path: string) => boolean,
  { isLoaded = false } = {},
): string[] {
  const names = folders
    .flatMap(folder => listFiles(root, folder))
    .filter(path => /\.(tsx?|css)$/.test(path) && !isTest(path) && isWanted(path))
    .flatMap(path => readImports(path, readFileSync(`${root}${path}`, 'utf8')).named)
    .filter(named => named.isLoaded || !isLoaded)
    .flatMap(({ name = '' }) => (isBuiltin(name) ? [] : (packageName.exec(name)?.[0] ?? [])));
  return [...new Set(names)];
}
