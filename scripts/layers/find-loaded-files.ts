import { readSource } from './read-source.ts';

/** All files of the product that a program loads into its own process, by following its imports. */
export function findLoadedFiles(program: string): Set<string> {
  const files = new Map(readSource('.').map(file => [file.path, file]));
  const found = new Set<string>();
  const open = [program];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const { target, isLoaded } of files.get(path)?.arrows ?? []) if (isLoaded) open.push(target);
  }
  return found;
}
