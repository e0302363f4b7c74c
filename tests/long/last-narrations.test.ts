import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeAnalysisForm } from '../support/requests.ts';
import { createServerProcesses, stopServer } from '../support/server-processes.ts';
import type { ServerProcess } from '../support/start-server.ts';

const left = 10;
const askers = 1000;

const processes = createServerProcesses();
let provider: OpenAiStandIn;
beforeEach(async () => {
  provider = await startOpenAiStandIn();
});
afterEach(async () => {
  await processes.end();
  await provider.close();
});

/** How often each status came. */
async function askAtOnce(server: ServerProcess): Promise<Record<number, number>> {
  const form = new Response(await makeAnalysisForm());
  const headers = { 'content-type': form.headers.get('content-type') ?? '' };
  const body = await form.arrayBuffer();
  const ask = async () => {
    const answer = await fetch(`${server.url}/api/free/analysis`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  const counts: Record<number, number> = {};
  for (const status of await Promise.all(Array.from({ length: askers }, ask)))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('of a thousand at once as many are narrated as are left, and none more after a restart', async () => {
  const dataDir = processes.makeDataFolder();
  const start = () =>
    processes.start({
      DATA_DIR: dataDir,
      OPENAI_API_KEY: 'a-key-of-the-stand-in',
      OPENAI_BASE_URL: provider.baseUrl,
      FREE_NARRATIONS_PER_DAY: String(left),
    });
  const first = await start();
  // Most are refused before that, because one address has four uploads at the same time: so it is asked until none is left.
  const rounds: Record<number, number>[] = [];
  while (provider.requests.length < left && rounds.length < 20) rounds.push(await askAtOnce(first));
  rounds.push(await askAtOnce(first));
  await stopServer(first);
  const afterRestart = await askAtOnce(await start());
  console.info(`${JSON.stringify(rounds)}, after the restart ${JSON.stringify(afterRestart)}`);
  const narrated = rounds.reduce((sum, counts) => sum + (counts[200] ?? 0), 0);
  expect({ narrated, asked: provider.requests.length }).toEqual({ narrated: left, asked: left });
  // When there are more than can begin, some are told to come again.
  expect(afterRestart).toEqual({
    429: askers - (afterRestart[503] ?? 0),
    ...(afterRestart[503] && { 503: afterRestart[503] }),
  });
});
