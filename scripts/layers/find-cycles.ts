import { isTest, type SourceFile } from './read-source.ts';

/** From each part of a folder to those that it needs, with one line each that says so. */
type Graph = Map<string, Map<string, string>>;

/**
 * Parts of one folder, which are its files and the folders in it, that need each other. Two files of two folders that
 * import each other are a cycle of these folders, and so are two folders of which each imports another file of the other.
 * @returns a sentence for each arrow that closes one
 */
export function findCycles(files: readonly SourceFile[]): string[] {
  const folders = drawFolders(files.filter(({ path }) => !isTest(path)));
  return [...folders.values()].flatMap(graph => findWaysAround(graph).map(way => describe(way, graph)));
}

function drawFolders(files: readonly SourceFile[]): Map<string, Graph> {
  const folders = new Map<string, Graph>();
  for (const { path, arrows } of files)
    for (const { target, line } of arrows) {
      const [from, to] = [path.split('/'), target.split('/')];
      const fork = from.findIndex((name, at) => name !== to[at]);
      if (fork < 0) continue;
      const folder = from.slice(0, fork).join('/');
      const [part, other] = [from, to].map(names => names.slice(0, fork + 1).join('/')) as [string, string];
      const graph: Graph = folders.get(folder) ?? new Map();
      const needs = graph.get(part) ?? new Map();
      folders.set(folder, graph.set(part, needs.set(other, `${path}:${line}`)));
    }
  return folders;
}

/** Each begins and ends with the same part. */
function findWaysAround(graph: Graph): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  const follow = (part: string, way: readonly string[]): void => {
    const start = way.indexOf(part);
    if (start >= 0) found.push([...way.slice(start), part]);
    if (start >= 0 || done.has(part)) return;
    for (const next of graph.get(part)?.keys() ?? []) follow(next, [...way, part]);
    done.add(part);
  };
  for (const part of graph.keys()) follow(part, []);
  return found;
}

function describe(way: readonly string[], graph: Graph): string {
  const lines = way.slice(1).map((next, at) => graph.get(way[at] ?? '')?.get(next));
  return `${way.join(' → ')} is a cycle: ${lines.join(', ')}`;
}
