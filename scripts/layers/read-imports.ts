import { type ESTree, parseSync, Visitor } from 'vite';

/** One place at which a file names another, by an import of values or of types, or as the address of a worker. */
export interface NamedFile {
  readonly line: number;
  /** As it is written; undefined when it is computed, so that nobody can tell what it names. */
  readonly name: string | undefined;
  /** Whether whoever loads the file loads what it names; types and workers are not loaded with it. */
  readonly isLoaded: boolean;
}

export interface ReadImports {
  readonly named: readonly NamedFile[];
  /** Lines that bring declarations of a host into every file that is compiled with this one. */
  readonly hostReferences: readonly number[];
}

const styleImport = /(?:@import|\bfrom)\s+(?:url\()?\s*(['"])(?<name>.*?)\1/g;

/** @param path tells by its ending how the text is read: styles, or else TypeScript or JavaScript */
export function readImports(path: string, text: string): ReadImports {
  if (!path.endsWith('.css')) return readModule(path, text);
  const named = [...text.matchAll(styleImport)].map(({ index, groups }) => ({
    line: countLine(text, index),
    name: groups?.name,
    isLoaded: true,
  }));
  return { named, hostReferences: [] };
}

function readModule(path: string, text: string): ReadImports {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be read: ${errors[0].message}`);
  const named: NamedFile[] = [];
  const add = (node: ESTree.Node | null | undefined, isLoaded: boolean) => {
    if (node) named.push({ line: countLine(text, node.start), name: readText(node), isLoaded });
  };
  new Visitor({
    ImportDeclaration: node => add(node.source, node.importKind !== 'type'),
    ExportNamedDeclaration: node => add(node.source, node.exportKind !== 'type'),
    ExportAllDeclaration: node => add(node.source, node.exportKind !== 'type'),
    ImportExpression: node => add(node.source, true),
    TSImportType: node => add(node.source, false),
    TSExternalModuleReference: node => add(node.expression, true),
    TSModuleDeclaration: node => add(node.id.type === 'Literal' ? node.id : undefined, false),
    CallExpression: node => add(findCalledFile(node), true),
    NewExpression: node => add(findAddressedFile(node), false),
  }).visit(program);

  const hostReferences: number[] = [];
  for (const { value, start } of comments) {
    const [, kind, name] = /^\/\s*<reference\s+(path|types|lib)\s*=\s*['"]([^'"]*)/.exec(value) ?? [];
    if (kind === 'path') named.push({ line: countLine(text, start), name: name ?? '', isLoaded: false });
    else if (kind) hostReferences.push(countLine(text, start));
  }
  return { named, hostReferences };
}

/** `require(…)`, and what Vite and Node offer on `import.meta`. */
function findCalledFile({ callee, arguments: [first] }: ESTree.CallExpression): ESTree.Node | undefined {
  const isRequire = callee.type === 'Identifier' && callee.name === 'require';
  const isOfImportMeta =
    callee.type === 'MemberExpression' &&
    callee.object.type === 'MetaProperty' &&
    callee.property.type === 'Identifier' &&
    ['resolve', 'glob'].includes(callee.property.name);
  return isRequire || isOfImportMeta ? first : undefined;
}

/** `new URL('./some-worker.ts', import.meta.url)`: what a worker, a pool or a child process is started from. */
function findAddressedFile({ callee, arguments: [first, base] }: ESTree.NewExpression) {
  const isUrl = callee.type === 'Identifier' && callee.name === 'URL';
  const isOwnAddress = base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
  const isCode = first && /\.[cm]?[jt]sx?$/.test(readText(first) ?? '');
  return isUrl && isOwnAddress && isCode ? first : undefined;
}

function readText(node: ESTree.Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

function countLine(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
