import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../tests/support/start-postgres.ts';
import { type ServerProcess, startServerProcess, testSecret } from '../tests/support/start-server.ts';
import type { BenchRow } from './bench-row.ts';
import { benchedEnvironment, benchedServer, makeForm, narrateMany, startProvider } from './narration-cost.ts';

const warmUps = 300;
const narrations = 400;
const leastOfEach = 0.85;
/** A process works so long of each period, a fifth of a core: on two cores, client, provider and Postgres then never are what it waits for. */
const workMs = 2;
const periodMs = 10;

/** How many narrations two processes of `ROLE=web` make on one Postgres, against one of them. */
export async function benchWebProcesses(): Promise<BenchRow[]> {
  const provider = await startProvider();
  try {
    await using postgres = await startPostgres();
    const environment = {
      ROLE: 'web',
      DATABASE_URL: await postgres.createDatabase('benshi'),
      AUTH_SECRET: testSecret,
      OPENAI_BASE_URL: provider.baseUrl,
      TRUST_PROXY: '127.0.0.1',
      ...benchedEnvironment,
    };
    await using first = await startServerProcess(environment, benchedServer);
    await using second = await startServerProcess(environment, benchedServer);
    const form = await makeForm();
    for (const server of [first, second]) await narrateMany(server, form, warmUps);
    const alone = await measurePerSecond([first], form);
    const together = await measurePerSecond([first, second], form);
    const times = together / alone;
    return [
      {
        what: 'narrations by a provider of two processes of ROLE=web on one Postgres, each with a fifth of a core, against one',
        figure: `${together.toFixed(1)} a second, ${alone.toFixed(1)} by one`,
        ratio: `${times.toFixed(2)} times as many`,
        goal: `at least ${2 * leastOfEach} times as many`,
        isMet: times >= 2 * leastOfEach,
      },
    ];
  } finally {
    provider.end();
  }
}

async function measurePerSecond(
  servers: readonly ServerProcess[],
  form: Awaited<ReturnType<typeof makeForm>>,
): Promise<number> {
  const slowed = new AbortController();
  const slowing = servers.map((server, index) => slowDown(server, (index * periodMs) / 2, slowed.signal));
  const startedAt = performance.now();
  await Promise.all(servers.map(server => narrateMany(server, form, narrations)));
  const seconds = (performance.now() - startedAt) / 1000;
  slowed.abort();
  await Promise.all(slowing);
  return (servers.length * narrations) / seconds;
}

/** Stops a process for most of the time, as a limit of processor time does. */
async function slowDown({ process }: ServerProcess, startMs: number, signal: AbortSignal): Promise<void> {
  process.kill('SIGSTOP');
  await setTimeout(startMs);
  while (!signal.aborted) {
    process.kill('SIGCONT');
    await setTimeout(workMs);
    process.kill('SIGSTOP');
    await setTimeout(periodMs - workMs);
  }
  process.kill('SIGCONT');
}
