import { isTest, type SourceFile } from './read-source.ts';

/** Maps each part of a folder to the parts it imports, each with one example import. */
type Graph = Map<string, Map<string, string>>;

/**
 * Cycles among the parts of one folder: its files and its subfolders. Two folders that import different files of each
 * other are a cycle too.
 */
export function findCycles(files: readonly SourceFile[]): string[] {
  const folders = new Map<string, Graph>();
  for (const { path, arrows } of files)
    for (const { target, line } of isTest(path) ? [] : arrows) {
      const [from, to] = [path.split('/'), target.split('/')];
      const fork = from.findIndex((name, at) => name !== to[at]);
      if (fork < 0) continue;
      const [part = '', other = ''] = [from, to].map(names => names.slice(0, fork + 1).join('/'));
      const folder = from.slice(0, fork).join('/');
      const graph: Graph = folders.get(folder) ?? new Map();
      folders.set(folder, graph.set(part, (graph.get(part) ?? new Map()).set(other, `${path}:${line}`)));
    }
  return [...folders.values()].flatMap(findCyclesIn);
}

function findCyclesIn(graph: Graph): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const follow = (part: string, way: readonly string[]): void => {
    const cycle = way.includes(part) ? [...way.slice(way.indexOf(part)), part] : undefined;
    const lines = cycle?.slice(1).map((next, at) => graph.get(cycle[at] ?? '')?.get(next)) ?? [];
    if (cycle) found.push(`${cycle.join(' → ')} is a cycle: ${lines.join(', ')}`);
    if (cycle || done.has(part)) return;
    for (const next of graph.get(part)?.keys() ?? []) follow(next, [...way, part]);
    done.add(part);
  };
  for (const part of graph.keys()) follow(part, []);
  return found;
}
