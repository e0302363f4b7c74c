import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { type AlertRule, alertsFile } from './operations-files.ts';
import { findFreePort } from './start-postgres.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** An alert that fires, with its texts as somebody gets them. */
export interface FiringAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: AlertRule['annotations'];
}

interface QueryResult {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [seconds: number, value: string];
}

/** A real Prometheus that reads the figures of a server, with the alerts of the product. */
export interface Prometheus extends AsyncDisposable {
  listFiring(): Promise<FiringAlert[]>;
  /** @throws Error with what Prometheus says of an expression that it does not understand */
  query(expression: string): Promise<readonly QueryResult[]>;
}

interface PrometheusOptions {
  /** Whose figures are read. */
  readonly port: number;
  /** How often; nobody waits longer for an answer. */
  readonly everySeconds?: number;
  /** How long a condition must hold, in place of each rule's own minutes. */
  readonly forSeconds?: number;
}

/** `npm run test:long` finds one (scripts/find-prometheus.mjs). */
const program = process.env.PROMETHEUS_PATH ?? '/usr/bin/prometheus';

export async function startPrometheus({
  port,
  everySeconds = 1,
  forSeconds = 1,
}: PrometheusOptions): Promise<Prometheus> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await makeTemporaryFolder());
  const rules = await folder.write('alerts.yaml', hasten(readFileSync(alertsFile, 'utf8'), forSeconds));
  const every = `${everySeconds}s`;
  const config = {
    global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'benshi', static_configs: [{ targets: [`127.0.0.1:${port}`] }] }],
  };
  const ownPort = await findFreePort();
  const options = {
    'config.file': await folder.write('prometheus.yaml', stringify(config)),
    'storage.tsdb.path': join(folder.path, 'data'),
    'web.listen-address': `127.0.0.1:${ownPort}`,
    'log.level': 'error',
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const exit = once(child, 'exit');
  opened.defer(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  const origin = `http://127.0.0.1:${ownPort}`;
  const isReady = async () => {
    if (!(await fetch(`${origin}/-/ready`)).ok) throw new Error('Prometheus is not ready yet.');
  };
  await vi.waitFor(isReady, { timeout: 60_000 });
  const kept = opened.move();
  return {
    async listFiring() {
      const { alerts } = await ask<{ alerts: (FiringAlert & { state: string })[] }>(
        `${origin}/api/v1/alerts`,
      );
      return alerts.filter(({ state }) => state === 'firing');
    },
    async query(expression) {
      const search = new URLSearchParams({ query: expression });
      return (await ask<{ result: QueryResult[] }>(`${origin}/api/v1/query?${search}`)).result;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function ask<Data>(url: string): Promise<Data> {
  const { status, data, error } = await (await fetch(url)).json();
  if (status !== 'success') throw new Error(error);
  return data;
}

/** The same rules, but that nobody has to wait for them: nothing else of them is changed. */
function hasten(rules: string, forSeconds: number): string {
  const { groups } = parse(rules) as { groups: { rules: AlertRule[] }[] };
  const hastened = groups.map(group => ({
    ...group,
    rules: group.rules.map(rule => (rule.for ? { ...rule, for: `${forSeconds}s` } : rule)),
  }));
  return stringify({ groups: hastened });
}

/**
 * Has Prometheus' own tool look through the rules.
 * @throws Error with what it finds
 */
export function checkRules(): string {
  return execFileSync(join(dirname(program), 'promtool'), ['check', 'rules', alertsFile], {
    encoding: 'utf8',
  });
}
