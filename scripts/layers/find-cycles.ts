import type { SourceFile } from './read-source.ts';

/** One cycle for each arrow that closes one, from the file on that it comes back to, which stands at both ends. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const arrows = new Map(
    files.map(({ path, arrows }) => [path, new Set(arrows.map(({ target }) => target))]),
  );
  const done = new Set<string>();
  const cycles: string[][] = [];
  const follow = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) cycles.push([...way.slice(start), path]);
    if (start >= 0 || done.has(path)) return;
    for (const target of arrows.get(path) ?? []) follow(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of files) follow(path, []);
  return cycles;
}
