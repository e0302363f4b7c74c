// npm test: checks, unit, speech, integration and browser tests, fast ones first; ends with the failures and "N passed, N failed". npm run
// test:long: all other tests, which are tagged as long or are in tests/long. Each test is run by one of the two.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, installOtherBrowsers } from './find-browsers.mjs';
import { listBrowserFailures, listVitestFailures } from './list-failures.mjs';
import { ensureBuilt, ensureInstalled, root, run } from './toolchain.mjs';

const reports = join(root, 'test-results', 'reports');

await ensureInstalled({ withTools: true });
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** Vitest projects that contain both kinds of tests. */
const tagged = ['unit', 'speech', 'integration'];

const total = { passed: 0, failed: 0 };
const failures = [];
const count = (passed, failed) => {
  total.passed += passed;
  total.failed += failed;
};

if (process.argv.includes('--long')) await runLongTests();
else await runTests();

if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function runTests() {
  const checks = await run('node', ['scripts/check.mjs']);
  count(checks === 0 ? 1 : 0, checks === 0 ? 0 : 1);
  if (checks !== 0) failures.push('✗ npm run check');
  for (const project of tagged) await runVitest(project, ['--tags-filter=!long']);
  await runBrowserTests(['--project=main', '--grep-invert=@long']);
}

async function runLongTests() {
  for (const project of tagged) await runVitest(project, ['--tags-filter=long']);
  await runBrowserTests(['--project=main', '--grep=@long']);
  await runBrowserTests(['--project=rest']);
  // These tests start the built product, some in a browser.
  await ensureBuilt();
  await installOtherBrowsers();
  const programs = { CHROMIUM_PATH: await findChromium() };
  await runVitest('long', [], programs);
}

async function runVitest(project, filter, env = {}) {
  const report = join(reports, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('vitest', ['run', `--project=${project}`, ...filter, ...reporters], { env });
  const found = readReport(report);
  failures.push(...listVitestFailures(found));
  countRun(code, found?.numPassedTests, found?.numFailedTests);
}

async function runBrowserTests(filter) {
  await ensureBuilt();
  const chromium = await findChromium().catch(error => console.error(error.message));
  if (!chromium) return count(0, 1);
  const report = join(reports, 'browser.json');
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await run('playwright', ['test', ...filter, '--reporter=list,json'], { env });
  const found = readReport(report);
  const stats = found?.stats;
  failures.push(...listBrowserFailures(found));
  countRun(code, stats && stats.expected + stats.flaky, stats?.unexpected);
}

/** A run that failed without a failed test (crash, no report) counts as one failure. */
function countRun(code, passed = 0, failed = 0) {
  count(passed, code === 0 ? failed : Math.max(failed, 1));
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
