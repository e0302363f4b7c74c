import { expect, test } from 'vitest';
import { readPackages } from '../../scripts/licences.ts';

/**
 * The first versions with a fix for the advisories up to November 2026, one for each fixed release line; a merge or
 * update back behind them fails here. docs/reliability.md, Packages, lists what else was checked.
 */
const fixedVersions: Readonly<
  Record<string, { readonly versions: readonly string[]; readonly advisory: string }>
> = {
  '@electric-sql/pglite': { versions: ['0.5.16'], advisory: 'PostgreSQL 18.6 of August 2026, 28 holes' },
  '@fastify/static': { versions: ['10.1.3'], advisory: 'GHSA-423g-23ch-w7c6, GHSA-83w8-p2f5-377r' },
  axios: { versions: ['1.18.0'], advisory: 'CVE-2026-42033, CVE-2026-68943' },
  'better-auth': { versions: ['1.7.16'], advisory: 'links in mails worked for another account' },
  'brace-expansion': { versions: ['5.0.9'], advisory: 'CVE-2026-69152' },
  'drizzle-orm': { versions: ['0.45.2'], advisory: 'CVE-2026-39356' },
  'fast-uri': {
    versions: ['3.1.7', '4.1.4'],
    advisory: 'GHSA-q3j6-qgpj-74h6, GHSA-v39h-62p7-jpjc and later ones',
  },
  fastify: { versions: ['5.12.3'], advisory: 'GHSA-3m5p-2c4r-xxw2, GHSA-w2qp-rph6-63g4' },
  'find-my-way': { versions: ['9.7.0'], advisory: 'CVE-2026-47219' },
  node: { versions: ['24.21.0'], advisory: 'CVE-2026-18149, CVE-2026-18540' },
  nodemailer: { versions: ['9.1.0'], advisory: 'GHSA-2x7j-588g-ccc2' },
  'react-router': { versions: ['8.3.0'], advisory: 'GHSA-qwww-vcr4-c8h2' },
  sharp: { versions: ['0.35.4'], advisory: 'CVE-2026-84383' },
  undici: { versions: ['7.28.0'], advisory: 'CVE-2026-12151' },
  vite: { versions: ['8.0.5'], advisory: 'CVE-2026-39363, CVE-2026-39364' },
  ws: { versions: ['8.21.0'], advisory: 'CVE-2026-48779' },
};

const packages = readPackages();

test('no package has a version with a known, fixed vulnerability', () => {
  const vulnerable = packages.flatMap(({ name, version }) => {
    const entry = fixedVersions[name];
    return entry && !isFixed(version, entry.versions) ? [`${name} ${version}: ${entry.advisory}`] : [];
  });
  expect(vulnerable).toEqual([]);
});

test('each watched package is installed', () => {
  const names = new Set(packages.map(({ name }) => name));
  expect(Object.keys(fixedVersions).filter(name => !names.has(name))).toEqual([]);
});

test('ip, which has an unfixed vulnerability, is not installed', () => {
  expect(packages.filter(({ name }) => name === 'ip' || name === 'werift')).toEqual([]);
});

test('an older version, and an older release line, count as vulnerable', () => {
  expect(isFixed('3.1.6', ['3.1.7', '4.1.4'])).toBe(false);
  expect(isFixed('3.10.0', ['3.1.7', '4.1.4'])).toBe(true);
  expect(isFixed('4.1.3', ['3.1.7', '4.1.4'])).toBe(false);
  expect(isFixed('5.0.0', ['3.1.7', '4.1.4'])).toBe(true);
  expect(isFixed('2.9.9', ['3.1.7', '4.1.4'])).toBe(false);
});

/** Whether a version is at least the fix of its release line, or of a line after all fixed ones. */
function isFixed(version: string, fixes: readonly string[]): boolean {
  const line = fixes.findLast(fix => Number.parseInt(fix, 10) <= Number.parseInt(version, 10));
  return line !== undefined && version.localeCompare(line, 'en', { numeric: true }) >= 0;
}
