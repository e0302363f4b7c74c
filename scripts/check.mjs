// npm run check: types, format, lint and layers, unused code. All of them, so that one run tells everything.
import { ensureInstalled, run } from './toolchain.mjs';

await ensureInstalled();
const checks = [
  ['types', 'tsc', []],
  // A second time with the declarations of no more hosts than the file runs in: tests see both, the product's files do not.
  ['types in every host', 'tsc', ['-p', 'tsconfig.every-host.json']],
  ['types in Node', 'tsc', ['-p', 'tsconfig.node.json']],
  ['types in the browser', 'tsc', ['-p', 'tsconfig.browser.json']],
  ['format, lint and layers', 'biome', ['ci', '.']],
  ['unused code', 'knip', []],
];
const failed = [];
for (const [name, command, args] of checks) {
  if ((await run(command, args)) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'Checks passed.' : `Checks failed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
