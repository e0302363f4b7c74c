import { expect, onTestFinished, test } from 'vitest';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeAnalysisForm } from '../support/requests.ts';
import { startTestServer } from '../support/start-server.ts';

/** An event loop that is always late, and one that never is. */
const overloaded = { maxEventLoopDelayMs: 0.000001, sampleMs: 20 };

test('an overloaded server refuses new narrations without counting them, and answers all else', async () => {
  const provider = await startOpenAiStandIn();
  onTestFinished(() => provider.close());
  const engines = createTestEngines(provider.baseUrl);
  await using server = await startTestServer({ loadLimits: overloaded, engines });
  const ask = async () =>
    fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: await makeAnalysisForm() });
  const readRemaining = async () =>
    (await (await fetch(`${server.url}/api/free/allowance`)).json()).remaining;
  // The loop may be in time for once; then a narration starts and counts.
  const refuse = async () => {
    const before = await readRemaining();
    const answer = await ask();
    const { error } = await answer.json();
    const used = before - (await readRemaining());
    return [answer.status, answer.headers.get('retry-after'), error?.code, used];
  };
  await expect.poll(refuse).toEqual([503, '3', 'overloaded', 0]);
  for (const path of ['/api/config', '/healthz', '/readyz'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
  expect(server.listTemporaryFiles()).toEqual([]);
});
