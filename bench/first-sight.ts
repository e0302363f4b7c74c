import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { startServerProcess } from '../tests/support/start-server.ts';
import type { BenchRow } from './bench-row.ts';
import { browserArguments, chromiumPath } from './browser.ts';
import { median } from './measure.ts';

const rounds = 5;
const minPerformance = 95;
const maxLayoutShift = 0.02;
const maxScriptKilobytes = 150;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const forms = ['mobile', 'desktop'] as const;

type Form = (typeof forms)[number];

/**
 * How Lighthouse judges the first visit to `/`, as the built server answers it: medians of five visits with an empty cache,
 * on its usual mobile (slow 4G, a processor four times slower, both simulated) and its desktop.
 */
export async function benchFirstSight(): Promise<BenchRow[]> {
  if (!existsSync(chromiumPath)) return forms.map(describeMissing);
  await using server = await startServerProcess();
  const rows: BenchRow[] = [];
  for (const form of forms) {
    const visits: Result[] = [];
    for (let round = 0; round < rounds; round += 1)
      visits.push(await visit(`http://127.0.0.1:${server.port}/`, form));
    rows.push(...describeVisits(visits, form));
  }
  return rows;
}

function describeMissing(form: Form): BenchRow {
  return {
    what: `first sight of /, ${form}`,
    figure: 'no Chromium here',
    goal: `performance at least ${minPerformance}, all else 100`,
    isMet: undefined,
  };
}

function describeVisits(visits: readonly Result[], form: Form): BenchRow[] {
  const read = (take: (visit: Result) => number) => median(visits.map(take));
  const scores = categories.map(name => Math.round(100 * read(each => each.categories[name]?.score ?? 0)));
  const shift = read(readAudit('cumulative-layout-shift'));
  const scriptKilobytes = read(countScriptBytes) / 1000;
  const complaints = Math.max(...visits.map(countComplaints));
  const what = `first sight of /, ${form}`;
  const paints = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(name =>
    Math.round(read(readAudit(name))),
  );
  return [
    {
      what: `${what}: Lighthouse's performance, accessibility, best practices, SEO`,
      figure: scores.join(', '),
      goal: `${minPerformance} and more, all else 100`,
      isMet: scores.every((score, index) => score >= (index === 0 ? minPerformance : 100)),
    },
    {
      what: `${what}: first paint, largest paint, main thread blocked`,
      figure: `${paints.join(', ')} ms`,
      goal: 'none set',
      isMet: undefined,
    },
    {
      what: `${what}: layout shift; messages in the console`,
      figure: `${shift.toFixed(3)}; ${complaints}`,
      goal: `at most ${maxLayoutShift}; none`,
      isMet: shift <= maxLayoutShift && complaints === 0,
    },
    {
      what: `${what}: JavaScript fetched until the page is at rest, as sent (Brotli)`,
      figure: `${scriptKilobytes.toFixed(1)} kB`,
      goal: `at most ${maxScriptKilobytes} kB`,
      isMet: scriptKilobytes <= maxScriptKilobytes,
    },
  ];
}

function readAudit(name: string): (visit: Result) => number {
  return visit => visit.audits[name]?.numericValue ?? Number.NaN;
}

/** Errors, and what the policy refused. */
function countComplaints({ audits }: Result): number {
  const names = ['errors-in-console', 'inspector-issues', 'deprecations'];
  return names.reduce((sum, name) => sum + readItems(audits[name]).length, 0);
}

function countScriptBytes({ audits }: Result): number {
  return readItems(audits['network-requests'])
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
}

function readItems(audit: Result['audits'][string] | undefined): readonly Record<string, unknown>[] {
  return audit?.details && 'items' in audit.details ? audit.details.items : [];
}

/** One visit in a browser of its own. */
async function visit(url: string, form: Form): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'benshi-bench-chromium-'));
  const browser = spawn(
    chromiumPath,
    [
      '--headless=new',
      ...browserArguments,
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  try {
    const port = await readDebuggingPort(browser);
    const config = form === 'desktop' ? desktopConfig : undefined;
    const run = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] }, config);
    if (!run || run.lhr.runtimeError) throw new Error(`Lighthouse: ${run?.lhr.runtimeError?.message}`);
    return run.lhr;
  } finally {
    browser.kill();
    if (browser.exitCode === null) await once(browser, 'exit');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readDebuggingPort(browser: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    browser.once('exit', () => reject(new Error('Chromium ended before it could be asked anything.')));
    if (!browser.stderr) throw new Error('Chromium has no way to say where it listens.');
    // Read to its end, or it would wait for a reader.
    createInterface(browser.stderr).on('line', line => {
      const [, port] = /^DevTools listening on ws:\/\/[\d.]+:(\d+)\//u.exec(line) ?? [];
      if (port) resolve(Number(port));
    });
  });
}
