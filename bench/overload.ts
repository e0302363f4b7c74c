import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { request } from 'undici';
import { startPostgres } from '../tests/support/start-postgres.ts';
import { startServerProcess, testSecret } from '../tests/support/start-server.ts';
import type { BenchRow } from './bench-row.ts';
import {
  benchedEnvironment,
  benchedServer,
  makeForm,
  nameVisitor,
  narrate,
  startProvider,
} from './narration-cost.ts';

const startsPerSecond = 200;
const seconds = 15;
const warmUps = 300;
const healthMs = 100;

/** What becomes of `/healthz`, of the page and of those who come, when more narrations are begun than two cores can make. */
export async function benchOverload(): Promise<BenchRow[]> {
  const provider = await startProvider();
  try {
    await using postgres = await startPostgres();
    const environment = {
      DATABASE_URL: await postgres.createDatabase('benshi'),
      AUTH_SECRET: testSecret,
      OPENAI_BASE_URL: provider.baseUrl,
      TRUST_PROXY: '127.0.0.1',
      ...benchedEnvironment,
    };
    await using server = await startServerProcess(environment, benchedServer);
    const form = await makeForm();
    for (let count = 0; count < warmUps; count += 1) await narrate(server.url, form);
    const others = [watch(`${server.url}/healthz`), watch(`${server.url}/`)];
    const answers = await flood(server.url, form);
    const [health = [], page = []] = await Promise.all(others.map(each => each.stop()));
    const count = (status: number) => answers.filter(each => each.status === status).length;
    const lost = answers.length - count(200) - count(503);
    const refusedMs = answers.filter(({ status }) => status === 503).map(({ ms }) => ms);
    const flooded = `at ${startsPerSecond} narrations begun a second`;
    return [
      describeP99(`/healthz ${flooded}, the slowest of a hundred`, health),
      describeP99(`the page ${flooded}, the slowest of a hundred`, page),
      {
        what: `narrations begun ${flooded}: taken, refused with 503, neither`,
        figure: `${count(200)}, ${count(503)} (median ${median(refusedMs).toFixed(0)} ms), ${lost}`,
        goal: 'none is neither',
        isMet: lost === 0,
      },
    ];
  } finally {
    provider.end();
  }
}

interface FloodAnswer {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly ms: number;
}

/** Comes at its pace, whether answers come or not. */
async function flood(
  url: string,
  { type, body }: Awaited<ReturnType<typeof makeForm>>,
): Promise<FloodAnswer[]> {
  const begin = async (): Promise<FloodAnswer> => {
    const headers = { 'x-forwarded-for': nameVisitor(), 'content-type': type };
    const startedAt = performance.now();
    const asked = request(`${url}/api/free/analysis`, { method: 'POST', headers, body }).then(
      async answer => {
        await answer.body.dump();
        return answer.statusCode;
      },
    );
    const status = await asked.catch(() => 0);
    return { status, ms: performance.now() - startedAt };
  };
  const begun: Promise<FloodAnswer>[] = [];
  const startedAt = performance.now();
  while (begun.length < startsPerSecond * seconds) {
    const due = ((performance.now() - startedAt) / 1000) * startsPerSecond;
    while (begun.length < due) begun.push(begin());
    await setTimeout(5);
  }
  return Promise.all(begun);
}

/** Somebody else, in a thread that has nothing else to do, who asks for what costs nothing. */
function watch(url: string): { stop(): Promise<number[]> } {
  const thread = new Worker(new URL('./ask-in-thread.ts', import.meta.url), { workerData: url });
  return {
    stop: async () => {
      thread.postMessage('stop');
      const [times] = (await once(thread, 'message')) as [number[]];
      return times;
    },
  };
}

function describeP99(what: string, times: readonly number[]): BenchRow {
  const sorted = times.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  return { what, figure: `${p99.toFixed(0)} ms`, goal: `at most ${healthMs} ms`, isMet: p99 <= healthMs };
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;
}
