import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postJson } from '../support/requests.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { startPostgres } from '../support/start-postgres.ts';
import { startServerProcess, testSecret } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const awaySeconds = 60;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let folder: TemporaryFolder;
beforeAll(async () => {
  postgres = await startPostgres();
  folder = await makeTemporaryFolder();
});
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test('a database that is silent for a minute costs its callers a few seconds, and the server nothing', async () => {
  const address = new URL(await postgres.createDatabase('away'));
  address.search = '';
  await using proxy = await startSilentProxy(Number(address.port));
  address.port = String(proxy.port);
  await using server = await startServerProcess({
    DATABASE_URL: address.href,
    DATA_DIR: folder.path,
    AUTH_SECRET: testSecret,
    TRUST_PROXY: '127.0.0.1',
  });
  const slowestMs: Record<string, number> = {};
  let count = 0;
  /** @returns the status, and notes how long it took */
  const ask = async (name: string, path: string, body?: object) => {
    count += 1;
    const headers = { 'x-forwarded-for': `10.5.${count >> 8}.${count & 255}` };
    const startedAt = performance.now();
    const url = server.url + path;
    const answer = await (body ? postJson(url, body, { headers }) : fetch(url, { headers }));
    await answer.arrayBuffer();
    slowestMs[name] = Math.max(slowestMs[name] ?? 0, performance.now() - startedAt);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };
  const write = () => ask('a call', '/api/feedback', { message: 'Hello.' });
  expect((await write()).status).toBe(201);

  proxy.goSilent();
  for (const endsAt = performance.now() + awaySeconds * 1000; performance.now() < endsAt; await wait(1000)) {
    const [alive, ready, written, signedIn] = await Promise.all([
      ask('/healthz', '/healthz'),
      ask('/readyz', '/readyz'),
      write(),
      ask('a sign-in', '/api/auth/sign-in/email', { email: 'a@example.org', password: 'not their phrase' }),
    ]);
    expect([alive.status, ready.status, written.status, signedIn.status]).toEqual([200, 503, 503, 503]);
    expect(Number(written.retryAfter)).toBeGreaterThan(0);
  }
  const told = Object.entries(slowestMs).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(2)} s`);

  proxy.comeBack();
  const cameBackAt = performance.now();
  await expect.poll(async () => (await ask('ready again', '/readyz')).status, { interval: 50 }).toBe(200);
  expect((await write()).status).toBe(201);
  const backMs = performance.now() - cameBackAt;
  console.info(`slowest while it was silent: ${told.join(', ')}; back after ${(backMs / 1000).toFixed(2)} s`);
  // The goal is 3 and 5 seconds; a machine that does much else is slower.
  expect(Math.max(...Object.values(slowestMs))).toBeLessThan(15_000);
  expect(backMs).toBeLessThan(20_000);
  expect(server.process.exitCode).toBeNull();
});
