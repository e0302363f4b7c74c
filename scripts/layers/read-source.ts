import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { readImports } from './read-imports.ts';

/** One arrow between two files of the repository. */
export interface Arrow {
  readonly line: number;
  /** The import as it is written. */
  readonly name: string;
  /** The file that it leads to, from the root on, however it is written. */
  readonly target: string;
  /** As of `NamedFile`. */
  readonly isLoaded: boolean;
}

export interface SourceFile {
  /** From the root on, with `/`. */
  readonly path: string;
  readonly arrows: readonly Arrow[];
  /** What cannot be followed, or must not be written at all, as sentences. */
  readonly problems: readonly string[];
}

const folders = ['src', 'tests', 'scripts', 'bench'];

/** Reads all files of the repository and where their imports lead. Packages are left out. */
export function readSource(root: string): SourceFile[] {
  const realRoot = realpathSync(root);
  return folders
    .filter(folder => existsSync(join(realRoot, folder)))
    .flatMap(folder => listFiles(realRoot, folder))
    .filter(path => /\.([cm]?[jt]sx?|css)$/.test(path))
    .map(path => readSourceFile(realRoot, path));
}

/** All files of a folder and those in it, from the root on, with `/`. */
export function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => toPath(root, join(entry.parentPath, entry.name)))
    .sort();
}

function readSourceFile(root: string, path: string): SourceFile {
  const { named, hostReferences } = readImports(path, readFileSync(join(root, path), 'utf8'));
  const arrows: Arrow[] = [];
  const problems = hostReferences.map(
    line => `${path}:${line} brings a host's declarations into every file that is compiled with it`,
  );
  for (const { line, name, isLoaded } of named) {
    if (name === undefined)
      problems.push(`${path}:${line} computes what it imports, so nobody can follow it`);
    else if (/^[./#]|^file:/.test(name)) {
      const target = resolve(root, path, name);
      if (target === undefined) problems.push(`${path}:${line} imports ${name}, which is not there`);
      else arrows.push({ line, name, target, isLoaded });
    }
  }
  return { path, arrows, problems };
}

/** Follows an import as Node does, and where TypeScript does more, as TypeScript does. */
function resolve(root: string, path: string, name: string): string | undefined {
  const [withoutQuery = ''] = name.split('?', 1);
  const { resolve: find } = createRequire(join(root, path));
  for (const each of [withoutQuery, withoutQuery.replace(/\.js(x?)$/, '.ts$1')]) {
    try {
      return toPath(root, find(each));
    } catch {
      // Written in another way, or not there.
    }
  }
  return undefined;
}

function toPath(root: string, absolute: string): string {
  return relative(root, absolute).split(sep).join('/');
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}
