import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { request } from 'undici';
import { type BenchRow, timeMs } from './measure.ts';
import { makeForm, nameVisitor, narrate, type SentForm, startProvidedServer } from './narration-cost.ts';

const startsPerSecond = 200;
const seconds = 15;
const warmUps = 300;
const goalMs = 100;

/** What `/healthz` and the clients get when more narrations are started than two cores can make. */
export async function benchOverload(): Promise<BenchRow[]> {
  await using started = await startProvidedServer();
  const { url } = started.server;
  const form = await makeForm();
  for (let count = 0; count < warmUps; count += 1) await narrate(url, form);
  const watch = await watchHealth(`${url}/healthz`);
  const statuses = await flood(url, form);
  const health = (await watch.stop()).toSorted((one, other) => one - other);
  const p99Ms = health[Math.floor(health.length * 0.99)] ?? Number.NaN;
  const count = (status: number) => statuses.filter(each => each === status).length;
  const lost = statuses.length - count(200) - count(503);
  return [
    {
      what: `/healthz at ${startsPerSecond} narrations begun a second, the slowest of a hundred; narrations taken, refused with 503, neither`,
      figure: `${p99Ms.toFixed(0)} ms; ${count(200)}, ${count(503)}, ${lost}`,
      goal: `at most ${goalMs} ms, none is neither`,
      isMet: p99Ms <= goalMs && lost === 0,
    },
  ];
}

/** Sends at a fixed rate, whether or not answers come. @returns the status of each answer, 0 where there was none */
async function flood(url: string, { type, body }: SentForm): Promise<number[]> {
  const begin = async (): Promise<number> => {
    const headers = { 'x-forwarded-for': nameVisitor(), 'content-type': type };
    const answer = await request(`${url}/api/free/analysis`, { method: 'POST', headers, body });
    await answer.body.dump();
    return answer.statusCode;
  };
  const begun: Promise<number>[] = [];
  const startedAt = performance.now();
  while (begun.length < startsPerSecond * seconds) {
    const due = ((performance.now() - startedAt) / 1000) * startsPerSecond;
    while (begun.length < due) begun.push(begin().catch(() => 0));
    await setTimeout(5);
  }
  return Promise.all(begun);
}

/** Polls from its own thread. @returns the milliseconds of each answer, when stopped */
export async function watchHealth(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ stop(): Promise<number[]> }> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, headers } });
  // Loading the thread takes longer than some of what is measured.
  await once(thread, 'message');
  return {
    stop: async () => {
      thread.postMessage('stop');
      const [times] = (await once(thread, 'message')) as [number[]];
      return times;
    },
  };
}

if (!isMainThread) {
  const times: number[] = [];
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  parentPort?.postMessage('begun');
  while (!isOver) {
    const { url, headers } = workerData;
    const read = async () => (await request(url, { headers })).body.dump();
    // Without an answer, as of a server that died, it took for ever.
    times.push(await timeMs(read).catch(() => Number.POSITIVE_INFINITY));
    await setTimeout(20);
  }
  parentPort?.postMessage(times);
}
