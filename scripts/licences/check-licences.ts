import { existsSync, readdirSync, readFileSync } from 'node:fs';
import parseExpression, { type Info } from 'spdx-expression-parse';
import { type Bundle, bundles } from './bundled-parts.ts';
import { exceptions, fittingLicences } from './fitting-licences.ts';
import { type InstalledPackage, root } from './read-packages.ts';

const fittingIds = new Set(fittingLicences.flatMap(({ ids }) => ids));
/** Files that hold compiled code, or fonts. */
const compiledFile = /\.(node|wasm|dll|dylib|exe|woff2?|ttf|data)$|\.so(\.\d+)*$|^bin\/node$/;
const licenceFile = /^(licen[cs]e|copying|unlicense)/i;

/** Whether an SPDX expression leaves a choice that fits; what is no such expression does not. */
export function isFitting(expression: string): boolean {
  try {
    return fits(parseExpression(expression));
  } catch {
    return false;
  }
}

/** By name, not by range: `GPL-2.0-only` must not pass for `GPL-2.0-or-later`. */
function fits(parsed: Info): boolean {
  if ('conjunction' in parsed) {
    const isLeftFitting = fits(parsed.left);
    return parsed.conjunction === 'or'
      ? isLeftFitting || fits(parsed.right)
      : isLeftFitting && fits(parsed.right);
  }
  return !parsed.exception && !parsed.plus && fittingIds.has(parsed.license);
}

/** A sentence for each package without a licence, or with one that neither fits nor is excepted. */
export function findUnfitting(packages: readonly InstalledPackage[]): string[] {
  return packages.flatMap(({ name, version, licence }) => {
    if (exceptions.some(exception => exception.package === name && !exception.part)) return [];
    if (licence === undefined) return [`${name} ${version} names no licence.`];
    return isFitting(licence) ? [] : [`${name} ${version} is under ${licence}, which is not in the list.`];
  });
}

/** A sentence for each package whose own licence file says something else than its package.json. */
export function findContradictions(packages: readonly InstalledPackage[]): string[] {
  return packages.flatMap(({ name, version, licence = '', folder }) => {
    const text = readLicenceText(`${root}${folder}`);
    const declared = fittingLicences.filter(({ ids }) =>
      ids.some(id => licence.split(/[\s()]+/).includes(id)),
    );
    if (text === undefined || declared.some(({ wording }) => wording.test(text))) return [];
    return [`${name} ${version} declares ${licence}, but its licence file reads otherwise.`];
  });
}

function readLicenceText(folder: string): string | undefined {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    entry => entry.isFile() && licenceFile.test(entry.name),
  );
  if (files.length === 0) return;
  return files.map(({ name }) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
}

/** A sentence for each package with compiled parts, of the server or the page, that `bundled-parts.ts` does not tell. */
export function findUntoldBundles(packages: readonly InstalledPackage[]): string[] {
  return packages.flatMap(({ name, version, folder, isOnServer, isInPage }) => {
    if (!(isOnServer || isInPage) || bundleOf(name) || !holdsCompiledFiles(`${root}${folder}`)) return [];
    return [`${name} ${version} holds compiled parts that scripts/licences/bundled-parts.ts does not tell.`];
  });
}

function holdsCompiledFiles(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .some(file => !file.includes('node_modules/') && compiledFile.test(file));
}

/** A sentence for each bundle or exception that was looked at in another version than the one in use, or is in use no more. */
export function findOutdated(packages: readonly InstalledPackage[]): string[] {
  return [...bundles, ...exceptions].flatMap(({ package: pattern, version }) => {
    const members = packages.filter(({ name }) => name === pattern || bundleOf(name)?.package === pattern);
    if (members.length === 0) return [`${pattern} is not in package-lock.json any more.`];
    return members
      .filter(member => member.version !== version)
      .map(member => `${member.name} is ${member.version}; it was looked at in ${version}.`);
  });
}

/** A sentence for each bundled part that neither fits nor is excepted. */
export function findUnfittingParts(): string[] {
  return bundles.flatMap(({ package: of, parts }) =>
    parts
      .filter(({ name, licence }) => !isFitting(licence) && !isExcepted(of, name))
      .map(({ name, licence }) => `${name} in ${of} is under ${licence}.`),
  );
}

function isExcepted(bundle: string, part: string): boolean {
  return exceptions.some(exception => exception.package === bundle && exception.part === part);
}

/** A sentence for each exception whose package or part fits, or is not there: it hides what may come. */
export function findNeedlessExceptions(packages: readonly InstalledPackage[]): string[] {
  return exceptions.flatMap(({ package: of, part }) => {
    const licence = part
      ? bundles.find(bundle => bundle.package === of)?.parts.find(({ name }) => name === part)?.licence
      : packages.find(({ name }) => name === of)?.licence;
    return licence === undefined || isFitting(licence)
      ? [`Nothing needs the exception for ${part ?? of}.`]
      : [];
  });
}

/** The bundle that a package belongs to: its own, or that of its family of platforms, the longest name first. */
function bundleOf(name: string): Bundle | undefined {
  return bundles
    .filter(({ package: pattern }) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    )
    .toSorted((a, b) => b.package.length - a.package.length)[0];
}
