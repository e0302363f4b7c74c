import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, test } from 'vitest';
import { productVersion } from '#shared/product.ts';
import { isTest, readSource } from '../../scripts/layers/read-source.ts';

const readDependencies = (path: string): string[] =>
  Object.keys(JSON.parse(readFileSync(path, 'utf8')).dependencies);
const serverPackages = readDependencies('package.json');
const pagePackages = readDependencies('src/web/package.json');
const sources = readSource('.').filter(({ path }) => path.startsWith('src/') && !isTest(path));

/** The packages that files import as values or, optionally, as types. */
function listImports(paths: RegExp, { withTypes }: { withTypes: boolean }): string[] {
  const names = sources
    .filter(({ path }) => paths.test(path))
    .flatMap(({ packages }) => packages)
    .filter(({ isLoaded, name }) => (withTypes || isLoaded) && !isBuiltin(name))
    .flatMap(({ name }) => /^(?:@[\w.-]+\/)?[\w-][\w.-]*/.exec(name)?.[0] ?? []);
  return [...new Set(names)];
}

const pageImports = listImports(/^src\/(?:web|shared|media\/(?!node\/))/, { withTypes: true });

test('a server with the built page needs no package of the page', () => {
  const imports = listImports(/^src\/(?!web\/)/, { withTypes: false });
  expect(imports.filter(name => !serverPackages.includes(name))).toEqual([]);
});

test('the page is made of its own packages and those shared with the server', () => {
  const both = [...serverPackages, ...pagePackages];
  expect(pageImports.filter(name => !both.includes(name))).toEqual([]);
});

test("the page's packages are used by it or build it", () => {
  const builders = ['vite', '@vitejs/plugin-react'];
  const used = [...pageImports, ...builders];
  expect(pagePackages.filter(name => !used.includes(name))).toEqual([]);
});

test('files name the version of the package', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(productVersion);
});
