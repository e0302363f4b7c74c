import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Imports that run; a file whose types alone are imported does not. */
const imported =
  /(?:^|\n)(?:import|export) (?!type )[^;]*?from '([.#][^']+)'|import\('([.#][^']+)'\)|import '([.#][^']+)'/gu;

/** All files of the product that a program loads into its own process, by following its imports. */
export function findImports(program: string): Set<string> {
  const found = new Set<string>();
  const open = [program];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (!file.endsWith('.ts')) continue;
    for (const [, ...names] of readFileSync(file, 'utf8').matchAll(imported)) {
      const name = names.find(Boolean) ?? '';
      open.push(name.startsWith('#') ? join('src', name.slice(1)) : join(dirname(file), name));
    }
  }
  return found;
}
