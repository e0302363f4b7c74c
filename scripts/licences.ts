// The licences of all packages in package-lock.json: `node scripts/licences.ts` writes docs/licences.md; a test runs the checks.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import data from './licences.json' with { type: 'json' };

const root = fileURLToPath(new URL('../', import.meta.url));
export const licencesDoc = `${root}docs/licences.md`;

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, corrected where the package misnames its licence; undefined if it states none. */
  readonly licence: string | undefined;
  /** Relative to the project; packages for other platforms are not installed there. */
  readonly folder: string;
  /** Whether it is used only to build and test Benshi. */
  readonly isTool: boolean;
}

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}

const fittingIds = new Set(data.fitting.flatMap(({ ids }) => ids));
/** Files that hold compiled code, data or fonts. */
const compiledFile = /\.(node|wasm|dll|dylib|exe|woff2?|ttf|data)$|\.so(\.\d+)*$|^bin\/node$/;
const platform =
  /(-|\/)(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|webcontainers|win32|windows|wasm32)[\w-]*$/;

/** Every package in package-lock.json, for all platforms, in its order. */
export function readPackages(): LockedPackage[] {
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  return (
    Object.entries(lock.packages)
      // Leaves out our own two packages; the second is linked into node_modules.
      .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
      .map(([folder, { name: alias, version = '', license, dev = false }]) => {
        const name = alias ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
        const correction = data.corrections.find(each => each.package === name && each.version === version);
        return { name, version, licence: correction?.licence ?? license, folder, isTool: dev };
      })
  );
}

/**
 * Whether an SPDX expression allows a compatible licence. Compared by name, not by range: `GPL-2.0-only` must not pass
 * for `GPL-2.0-or-later`.
 */
export function isFitting(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some(choice => choice.split(' AND ').every(id => fittingIds.has(id)));
}

/** A sentence for each package without a compatible licence. */
export function findUnfitting(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ licence }) => licence === undefined || !isFitting(licence))
    .map(({ name, version, licence = 'no licence' }) => `${name} ${version} is under ${licence}.`);
}

/** A sentence for each product package with compiled parts that licences.json does not list in the installed version. */
export function findUnlistedParts(packages: readonly LockedPackage[]): string[] {
  const outdated = data.compiled.filter(
    ({ package: pattern, version }) =>
      !packages.some(({ name, version: used }) => used === version && isNamed(name, pattern)),
  );
  const unlisted = packages.filter(
    ({ name, version, folder, isTool }) =>
      !isTool &&
      hasCompiledFiles(`${root}${folder}`) &&
      !data.compiled.some(part => part.version === version && isNamed(name, part.package)),
  );
  return [
    ...outdated.map(({ package: name, version }) => `${name} ${version} is not in package-lock.json.`),
    ...unlisted.map(({ name, version }) => `${name} ${version} is not in scripts/licences.json.`),
  ];
}

function isNamed(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function hasCompiledFiles(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
    file => !file.includes('node_modules') && compiledFile.test(file.replaceAll('\\', '/')),
  );
}

export function renderLicencesDoc(): string {
  const packages = readPackages();
  const rows = Map.groupBy(packages, ({ name, licence, isTool }) =>
    [name.replace(platform, '$1*'), licence, isTool ? 'tools' : 'product'].join(' | '),
  );
  return `# Licences

Benshi is under AGPL-3.0-or-later. These are all ${packages.length} packages of \`package-lock.json\`, also those of other platforms. A test refuses a
package without a licence of the first table, and compiled parts that nobody has looked at in the version in use.
This page is generated: \`node scripts/licences.ts\`.

## What fits, and why

| licences | why |
|---|---|
${data.fitting.map(({ ids, reason }) => `| ${ids.join(', ')} | ${reason} |`).join('\n')}

## Compiled parts

| package | version | parts | source |
|---|---|---|---|
${data.compiled.map(part => `| ${part.package} | ${part.version} | ${part.parts} | ${part.source} |`).join('\n')}

## Exceptions

${data.exceptions.map(exception => `- ${exception}`).join('\n')}

## Packages

**product**: runs on a server or in the page. **tools**: build and test it.

| package | licence | where | version |
|---|---|---|---|
${[...rows]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([row, same]) => `| ${row} | ${[...new Set(same.map(({ version }) => version))].join(', ')} |`)
  .join('\n')}
`;
}

if (import.meta.main) writeFileSync(licencesDoc, renderLicencesDoc());
