import { globSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** A reference from one file to another: an import of values or types, or the address of a worker. */
interface NamedFile {
  readonly line: number;
  /** As written; undefined if it is computed. */
  readonly name: string | undefined;
  /** Whether loading the file also loads the referenced one; false for types and workers. */
  readonly isLoaded: boolean;
  /** Whether it is a dynamic import. */
  readonly isLazy?: boolean;
}

/** An import between two files of the repository. */
export interface Arrow extends NamedFile {
  readonly name: string;
  /** The imported file, relative to the root. */
  readonly target: string;
}

export interface SourceFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly arrows: readonly Arrow[];
  /** Imports of packages and Node's own modules. */
  readonly packages: readonly { readonly name: string; readonly isLoaded: boolean }[];
  /** Imports that cannot be followed or are forbidden, as sentences. */
  readonly problems: readonly string[];
}

const styleImport = /(?:@import|\bfrom)\s+(?:url\()?\s*(['"])(?<name>.*?)\1/g;
const hostReference = /^\/\/\/\s*<reference\s/gm;

/** Reads all files of the repository and their imports. Packages are left out. */
export function readSource(root: string): SourceFile[] {
  const realRoot = realpathSync(root);
  return globSync('{src,tests,scripts,bench}/**/*.{ts,tsx,mts,js,mjs,css}', { cwd: realRoot })
    .map(path => path.split(sep).join('/'))
    .sort()
    .map(path => readSourceFile(realRoot, path));
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function readImports(path: string, text: string): NamedFile[] {
  const countLine = (index: number) => text.slice(0, index).split('\n').length;
  if (path.endsWith('.css'))
    return [...text.matchAll(styleImport)].map(({ index, groups }) => ({
      line: countLine(index),
      name: groups?.name,
      isLoaded: true,
    }));
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be read: ${errors[0].message}`);
  const named: NamedFile[] = [];
  const add = (node: ESTree.Node | null | undefined, isLoaded: boolean, isLazy = false) => {
    if (node) named.push({ line: countLine(node.start), name: readText(node), isLoaded, isLazy });
  };
  new Visitor({
    ImportDeclaration: node => add(node.source, node.importKind !== 'type'),
    ExportNamedDeclaration: node => add(node.source, node.exportKind !== 'type'),
    ExportAllDeclaration: node => add(node.source, node.exportKind !== 'type'),
    ImportExpression: node => add(node.source, true, true),
    TSImportType: node => add(node.source, false, true),
    CallExpression: ({ callee, arguments: [first] }) => {
      const isOwn = callee.type === 'MemberExpression' && callee.object.type === 'MetaProperty';
      if (isOwn && callee.property.type === 'Identifier' && callee.property.name === 'resolve')
        add(first, true);
    },
    NewExpression: ({ callee, arguments: [first, base] }) => {
      const isUrl = callee.type === 'Identifier' && callee.name === 'URL';
      const isOwnAddress = base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
      if (isUrl && isOwnAddress && first && /\.[cm]?[jt]sx?$/.test(readText(first) ?? '')) add(first, false);
    },
  }).visit(program);
  return named;
}

function readText(node: ESTree.Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  const isPlain = node.type === 'TemplateLiteral' && node.expressions.length === 0;
  return isPlain ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
}

function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const arrows: Arrow[] = [];
  const packages: { name: string; isLoaded: boolean }[] = [];
  const problems: string[] = [];
  if (path.startsWith('src/') && hostReference.test(text))
    problems.push(`${path} has a reference comment: it changes every file that is compiled with it`);
  for (const named of readImports(path, text)) {
    const { line, name } = named;
    if (name === undefined) problems.push(`${path}:${line} computes what it imports`);
    else if (/^[./#]|^file:/.test(name)) {
      const target = resolve(root, path, name);
      if (target === undefined) problems.push(`${path}:${line} imports ${name}, which does not exist`);
      else arrows.push({ ...named, name, target });
    } else packages.push({ name, isLoaded: named.isLoaded });
  }
  return { path, arrows, packages, problems };
}

/** Resolves like Node, and like TypeScript where `.js` stands for `.ts`. */
function resolve(root: string, path: string, name: string): string | undefined {
  const [withoutQuery = ''] = name.split('?', 1);
  // The page has a package.json of its own, without `imports`.
  const { resolve: find } = createRequire(join(root, name.startsWith('#') ? 'package.json' : path));
  for (const each of [withoutQuery, withoutQuery.replace(/\.js(x?)$/, '.ts$1')]) {
    try {
      return relative(root, find(each)).split(sep).join('/');
    } catch {}
  }
  return undefined;
}
