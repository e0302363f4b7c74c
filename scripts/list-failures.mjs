import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './toolchain.mjs';

// Lists what failed in a run, from the reports of Vitest and Playwright, so that it is in the last lines of a truncated log.
const messageLineLimit = 12;

/** `report` is Vitest's JSON report. Returns one text for each failed test and each file that could not run. */
export function listVitestFailures(report) {
  return (report?.testResults ?? []).flatMap(file => {
    const failed = file.assertionResults.filter(test => test.status === 'failed');
    if (failed.length === 0 && file.status === 'failed')
      return [describe(relative(root, file.name), '', file.message)];
    return failed.map(test => describe(relative(root, file.name), test.fullName, test.failureMessages[0]));
  });
}

/** `report` is Playwright's JSON report. Returns one text for each failed test and each error outside of one. */
export function listBrowserFailures(report) {
  const failed = listSpecs(report?.suites ?? []).filter(spec => !spec.ok);
  const outside = (report?.errors ?? []).map(error => describe('', '', error.message));
  return [...failed.map(spec => describe(spec.file, spec.title, findError(spec))), ...outside];
}

function listSpecs(suites) {
  return suites.flatMap(suite => [...suite.specs, ...listSpecs(suite.suites ?? [])]);
}

function findError(spec) {
  const results = spec.tests.flatMap(test => test.results);
  return results.find(result => result.error)?.error.message;
}

function describe(file, test, message = '') {
  const lines = stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter(isShownLine)
    .slice(0, messageLineLimit);
  const heading = ['✗', file, test && `› ${test}`].filter(Boolean).join(' ');
  return [heading, ...lines.map(line => `    ${line}`)].join('\n');
}

/** Of a stack trace, keeps only the calls in our own files. */
function isShownLine(line) {
  return !/^\s+at .*(node_modules|new Promise)/.test(line);
}
