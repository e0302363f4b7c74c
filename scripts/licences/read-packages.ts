import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPageImports } from './find-package-imports.ts';

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An entry of package-lock.json. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  /** The name on the registry, where package.json's `overrides` give another package its place. */
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or undefined where the package names none. */
  readonly licence: string | undefined;
  /** Where it is kept, from the project's folder; a package of another platform is not there. */
  readonly folder: string;
  /** Whether the server needs it; tools that npm installs there only because a package could use them do not count. */
  readonly isOnServer: boolean;
  /** Whether browsers load some of it with the page. */
  readonly isInPage: boolean;
  /** Whether it is for some platforms only. */
  readonly isForPlatform: boolean;
  /** Whether package.json names it. */
  readonly isDirect: boolean;
}

type Lock = Readonly<Record<string, LockedPackage>>;

/** Every package of package-lock.json, of all platforms, in its order. */
export function readPackages(): InstalledPackage[] {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as { packages: Lock };
  const { dependencies, devDependencies } = readManifest('package.json');
  const { dependencies: pageDependencies } = readManifest('scripts/page/package.json');
  const direct = new Set(
    Object.keys({ ...dependencies, ...pageDependencies, ...devDependencies }).map(
      name => `node_modules/${name}`,
    ),
  );
  const onServer = followDependencies(packages, Object.keys(dependencies));
  const inPage = followDependencies(packages, findPageImports());
  return (
    Object.entries(packages)
      // Not our own two, the second of which is linked into node_modules.
      .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
      .map(([folder, locked]) => ({
        name: locked.name ?? nameOf(folder),
        version: locked.version ?? '',
        licence: locked.license,
        folder,
        isOnServer: onServer.has(folder),
        isInPage: inPage.has(folder),
        isForPlatform: locked.os !== undefined || locked.cpu !== undefined,
        isDirect: direct.has(folder),
      }))
  );
}

function readManifest(path: string) {
  return JSON.parse(readFileSync(`${root}${path}`, 'utf8'));
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The folders of these packages and of all that they need. */
function followDependencies(lock: Lock, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = names.map(name => `node_modules/${name}`);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const locked = lock[folder];
    if (!locked || found.has(folder)) continue;
    found.add(folder);
    for (const name of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
      waiting.push(resolve(lock, folder, name));
    }
  }
  return found;
}

/** Where Node looks for a package that another one imports: beside it, then further up. */
function resolve(lock: Lock, from: string, name: string): string {
  for (
    let folder = from;
    folder !== '';
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    if (lock[`${folder}/node_modules/${name}`]) return `${folder}/node_modules/${name}`;
  }
  return `node_modules/${name}`;
}
