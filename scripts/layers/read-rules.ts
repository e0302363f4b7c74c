/** A row of the table of folders. `<name>` in a path stands for any one folder; two of them are strangers to each other. */
export interface LayerRule {
  readonly folder: string;
  readonly mayImport: readonly string[];
}

/** A folder whose parts have an order: each part imports only what stands before it. */
export interface OrderRule {
  readonly folder: string;
  /** Names of folders with a `/` at the end, and of files. */
  readonly parts: readonly string[];
  /** Of a part, the files that may be imported from outside of it. */
  readonly doors: ReadonlyMap<string, readonly string[]>;
}

export interface Rules {
  readonly layers: readonly LayerRule[];
  readonly orders: readonly OrderRule[];
}

/** @param architecture the text of docs/architecture.md, whose tables are the rules */
export function readRules(architecture: string): Rules {
  const layers = readTable(architecture, '## Folders').map(row => ({
    folder: readNames(row[0])[0] ?? '',
    mayImport: readNames(row.at(-1)).map(name => `src/${name}`),
  }));
  const server = readTable(architecture, '## The order within `src/server`');
  const features = readTable(architecture, '## The doors of `src/web/features`');
  return {
    layers,
    orders: [
      { folder: 'src/server', parts: server.flatMap(row => readNames(row[0])), doors: new Map() },
      {
        folder: 'src/web/features',
        parts: features.flatMap(row => readNames(row[0])),
        doors: new Map(features.map(row => [readNames(row[0])[0] ?? '', readNames(row.at(-1))])),
      },
    ],
  };
}

/** The cells of the first table under a heading, without its head. */
function readTable(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.indexOf(heading);
  const first = lines.findIndex((line, at) => at > start && line.startsWith('|'));
  if (start < 0 || first < 0) throw new Error(`docs/architecture.md has no table under "${heading}".`);
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  const rows = lines.slice(first + 2, end < 0 ? undefined : end);
  return rows.map(row => row.split('|').slice(1, -1));
}

function readNames(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
