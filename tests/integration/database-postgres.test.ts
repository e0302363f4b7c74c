import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { DailyLimits } from '#server/limits/count-daily-use.ts';
import { postJson } from '../support/requests.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { startTestServer, testSecret } from '../support/start-server.ts';

const postgres = sharePostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const visitor = { id: '192.0.2.1', narrationsPerDay: 10 };

test('servers that start together on one Postgres all find their tables', async () => {
  const databaseUrl = await postgres.createEmptyDatabase();
  const opened = await Promise.all(
    Array.from({ length: 5 }, () => openDatabase({ databaseUrl, dataDir: folder })),
  );
  await Promise.all(
    opened.map(async database => {
      await new DailyLimits(database.queries).take('narration', visitor);
      await database.close();
    }),
  );
});

test('several servers on one Postgres count together', async () => {
  const databaseUrl = await postgres.createDatabase();
  const opened = await Promise.all(
    Array.from({ length: 3 }, () => openDatabase({ databaseUrl, dataDir: folder })),
  );
  const tries = await Promise.allSettled(
    Array.from({ length: 90 }, (_, index) =>
      new DailyLimits((opened[index % 3] as Database).queries).take('narration', visitor),
    ),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const database of opened) await database.close();
});

test('while Postgres is down the server says so, and recovers', {
  tags: 'long',
}, async () => {
  const address = new URL(await postgres.createDatabase());
  address.search = '';
  await using proxy = await startSilentProxy(Number(address.port));
  address.port = String(proxy.port);
  await using server = await startTestServer({
    environment: { DATABASE_URL: address.href, DATA_DIR: folder, AUTH_SECRET: testSecret },
  });
  const status = async (path: string) => (await fetch(server.url + path)).status;
  const send = () => postJson(`${server.url}/api/feedback`, { message: 'Hello.' });
  expect([await status('/readyz'), (await send()).status]).toEqual([200, 201]);

  proxy.goSilent();
  const [ready, alive, sent] = await Promise.all([status('/readyz'), status('/healthz'), send()]);
  expect([ready, alive, sent.status]).toEqual([503, 200, 503]);
  expect(Number(sent.headers.get('retry-after'))).toBeGreaterThan(0);

  proxy.resume();
  await expect.poll(() => status('/readyz')).toBe(200);
  expect((await send()).status).toBe(201);
});
