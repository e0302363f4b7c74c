// npm run check: types, layers, format and lint, unused code, all of them even if one fails; or only the named ones (npm run check -- layers).
import { ensureInstalled, run } from './toolchain.mjs';

const checks = [
  ['types', 'tsc', []],
  // Checks again with only the declarations of each file's own host. Tests see both hosts, product files do not.
  ['types in every host', 'tsc', ['-p', 'tsconfig.every-host.json']],
  ['types in Node', 'tsc', ['-p', 'tsconfig.node.json']],
  ['types in the browser', 'tsc', ['-p', 'tsconfig.browser.json']],
  ['layers', 'node', ['scripts/check-layers.ts']],
  ['format and lint', 'biome', ['ci', '.']],
  ['unused code', 'knip', []],
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !checks.some(([known]) => known === name));
if (unknown.length > 0) throw new Error(`There is no check called ${unknown.join(' or ')}.`);

await ensureInstalled({ withTools: true });
const failed = [];
for (const [name, command, args] of checks) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if ((await run(command, args)) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'Checks passed.' : `Checks failed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
