import { startPostgres } from '../tests/support/start-postgres.ts';
import { type ServerProcess, startServerProcess, testSecret } from '../tests/support/start-server.ts';
import type { BenchRow } from './bench-row.ts';
import { limitProcessor } from './limit-processor.ts';
import {
  benchedEnvironment,
  benchedServer,
  makeForm,
  narrateMany,
  type SentForm,
  startProvider,
} from './narration-cost.ts';

const warmUps = 300;
const narrations = 150;
/** Of one process, of both, of the other, of both, and again: what one is given of a core differs from run to run. */
const rounds = 4;
const leastOfEach = 0.85;
/** Of a core for each process: on two cores, client, provider and Postgres then never are what it waits for. */
const share = 0.2;

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
    const alone: (number | undefined)[] = [];
    const together: (number | undefined)[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await measureSeconds([round % 2 === 0 ? first : second], form));
      together.push(await measureSeconds([first, second], form));
    }
    return compare(computePerSecond(alone, 1), computePerSecond(together, 2));
  } finally {
    provider.end();
  }
}

function compare(alone: number | undefined, together: number | undefined): BenchRow[] {
  const row = {
    what: 'narrations by a provider of two processes of ROLE=web on one Postgres, each with a fifth of a core, against one',
    goal: `at least ${2 * leastOfEach} times as many`,
  };
  if (!alone || !together)
    return [{ ...row, figure: 'only measured where control groups can be made', isMet: undefined }];
  const times = together / alone;
  const figure = `${together.toFixed(1)} a second, ${alone.toFixed(1)} by one`;
  return [{ ...row, figure, ratio: `${times.toFixed(2)} times as many`, isMet: times >= 2 * leastOfEach }];
}

function computePerSecond(seconds: readonly (number | undefined)[], processes: number): number | undefined {
  if (seconds.includes(undefined)) return undefined;
  const all = seconds.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return (seconds.length * processes * narrations) / all;
}

async function measureSeconds(
  servers: readonly ServerProcess[],
  form: SentForm,
): Promise<number | undefined> {
  using limits = new DisposableStack();
  for (const server of servers) {
    const limit = limitProcessor(server.process.pid ?? 0, share);
    if (!limit) return undefined;
    limits.use(limit);
  }
  const startedAt = performance.now();
  await Promise.all(servers.map(server => narrateMany(server, form, narrations)));
  return (performance.now() - startedAt) / 1000;
}
