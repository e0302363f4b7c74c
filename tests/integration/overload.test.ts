import { expect, onTestFinished, test } from 'vitest';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeAnalysisForm } from '../support/requests.ts';
import { startTestServer } from '../support/start-server.ts';

/** One narration may begin at once, one may wait for its turn, and none comes to it. */
const paceLimits = {
  burst: 1,
  perSecond: 0.01,
  leastPerSecond: 0.01,
  mostPerSecond: 0.01,
  // Much longer than a refusal takes, also on a busy machine.
  patienceMs: 4000,
};

async function start(environment = {}) {
  const provider = await startOpenAiStandIn();
  onTestFinished(() => provider.close());
  const server = await startTestServer({
    paceLimits,
    environment,
    engines: createTestEngines(provider.baseUrl),
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { server, provider };
}

test('when more narrations come than can begin, the others read so at once, pages are answered, and what was let in ends', async () => {
  const { server, provider } = await start();
  const ask = async () => {
    const body = await makeAnalysisForm();
    const startedAt = performance.now();
    const answer = await fetch(`${server.url}/api/free/analysis`, { method: 'POST', body });
    const { error } = (await answer.json()) as { error?: { code: string; message: string } };
    const { status, headers } = answer;
    return {
      status,
      code: error?.code,
      retryAfter: headers.get('retry-after'),
      ms: performance.now() - startedAt,
    };
  };
  const asked = Array.from({ length: 6 }, ask);
  const page = await fetch(server.url);
  expect(page.status).toBe(200);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const each of refused)
    expect(each).toMatchObject({ status: 503, code: 'overloaded', retryAfter: '3' });
  // All but the one that waited for its turn.
  expect(refused.filter(({ ms }) => ms < paceLimits.patienceMs).length).toBeGreaterThanOrEqual(4);
  expect(provider.requests).toHaveLength(1);
  expect(server.listTemporaryFiles()).toEqual([]);
});

test('nobody loses a narration of the day to it', { tags: 'long' }, async () => {
  const { server } = await start({ FREE_NARRATIONS_PER_DAY: '3' });
  const post = async () =>
    fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: await makeAnalysisForm() });
  const statuses = (await Promise.all(Array.from({ length: 5 }, post))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 503, 503, 503, 503]);
  const quota = (await (await fetch(`${server.url}/api/free/allowance`)).json()) as { remaining: number };
  expect(quota.remaining).toBe(2);
});
