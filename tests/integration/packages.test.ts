import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findPageImports, findServerImports } from '../../scripts/licences/find-package-imports.ts';

const readDependencies = (path: string): string[] =>
  Object.keys(JSON.parse(readFileSync(path, 'utf8')).dependencies);
const serverPackages = readDependencies('package.json');
const pagePackages = readDependencies('scripts/page/package.json');
const pageImports = findPageImports();

test('a server that gets the built page needs no package of the page', () => {
  expect(findServerImports().filter(name => !serverPackages.includes(name))).toEqual([]);
});

test('the page is made of what it lists and what it shares with the server', () => {
  const both = [...serverPackages, ...pagePackages];
  expect(pageImports.filter(name => !both.includes(name))).toEqual([]);
});

test('what the page lists is used by it, or builds it', () => {
  const builders = ['vite', '@vitejs/plugin-react'];
  const used = [...pageImports, ...builders];
  expect(pagePackages.filter(name => !used.includes(name))).toEqual([]);
});
