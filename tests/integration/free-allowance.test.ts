// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowanceSchema } from '#shared/api/account.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { CodedError } from '#shared/errors.ts';
import { createMeteredEngines } from '../support/metered-engines.ts';
import { makeAnalysisForm } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let server: InnerServer;
beforeAll(async () => {
  server = await startTestServer({
    engines: createMeteredEngines(),
    environment: { FREE_NARRATIONS_PER_DAY: '3', TRUST_PROXY: '127.0.0.1' },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const from = (address: string) => ({ 'x-forwarded-for': address });

async function ask(address: string) {
  const answer = await fetch(`${server.url}/api/free/allowance`, { headers: from(address) });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return allowanceSchema.parse(await answer.json());
}

test('a visitor sees what is left for their address, and asking uses nothing', async () => {
  for (let times = 0; times < 5; times += 1)
    expect(await ask('198.51.100.7')).toMatchObject({ limit: 3, remaining: 3 });
  const narrated = await fetch(`${server.url}/api/free/analysis`, {
    method: 'POST',
    headers: from('198.51.100.7'),
    body: await makeAnalysisForm(),
  });
  expect(narrated.status).toBe(200);
  await narrated.text();
  expect(await ask('198.51.100.7')).toMatchObject({ limit: 3, remaining: 2 });
  expect(await ask('198.51.100.8')).toMatchObject({ limit: 3, remaining: 3 });
  const { resetsAt } = await ask('198.51.100.8');
  expect(new Date(resetsAt).getTime()).toBeGreaterThan(Date.now());
  expect(resetsAt).toMatch(/T00:00:00\.000Z$/u);
  expect(server.logged.join('\n')).not.toContain('198.51.100.');
});

test('what failed is given back before the answer says so, so that the page may ask at once', async () => {
  const address = '198.51.100.9';
  const engines = createMeteredEngines();
  await using failing = await startTestServer({
    engines: {
      ...engines,
      vision: {
        ...engines.vision,
        analyze: () => Promise.reject(new CodedError('provider_unavailable', { costsNothing: true })),
      },
    },
    environment: { FREE_NARRATIONS_PER_DAY: '3', TRUST_PROXY: '127.0.0.1' },
  });
  for (let times = 0; times < 3; times += 1) {
    const answer = await fetch(`${failing.url}/api/free/analysis`, {
      method: 'POST',
      headers: { ...from(address), accept: progressMediaType },
      body: await makeAnalysisForm(),
    });
    expect(await answer.text()).toContain('provider_unavailable');
    const left = await fetch(`${failing.url}/api/free/allowance`, { headers: from(address) });
    expect(await left.json()).toMatchObject({ remaining: 3 });
  }
});
