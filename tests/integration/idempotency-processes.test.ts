// @module-tag long
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pauseInTheMiddle } from '../support/broken-answers.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { readAllTables } from '../support/read-all-tables.ts';
import { postJson, wantsProgress } from '../support/requests.ts';
import { createServerProcesses, killServer, stopServer } from '../support/server-processes.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { type Environment, startTestServer, type TestServer, testSecret } from '../support/start-server.ts';

const postgres = sharePostgres();
const processes = createServerProcesses();
let provider: OpenAiStandIn;
let shared: Environment;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
});
afterAll(async () => {
  await provider.close();
  await postgres[Symbol.asyncDispose]();
});
beforeEach(async () => {
  provider.reset();
  shared = {
    DATABASE_URL: await postgres.createDatabase(),
    AUTH_SECRET: testSecret,
    OPENAI_BASE_URL: provider.baseUrl,
  };
});
afterEach(() => processes.end());

const prompt = 'Tell it to the grandmother in Zanzibar';
const body = { analysis: 'A dog runs.', prompt, language: 'English', durationSeconds: 10 };

const ask = (server: TestServer, key: string, changes: object = {}, headers = {}) =>
  postJson(
    `${server.url}/api/free/script`,
    { ...body, ...changes },
    { headers: { 'idempotency-key': key, ...headers } },
  );

async function readProblem(answer: Response) {
  const { error } = await answer.json();
  return { status: answer.status, code: error.code, retryAfter: answer.headers.get('retry-after') };
}

/** Starts a script of which the provider has sent half. */
async function beginScript(server: TestServer, key: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  provider.next('script', pauseInTheMiddle(released));
  const asked = provider.waitForRequest('script');
  const answer = ask(server, key, {}, wantsProgress).then(each => each.text());
  answer.catch(() => {});
  await asked;
  return { answer, release };
}

test('two servers on one Postgres make a script once: the other reports it as in progress, then as done', async () => {
  await using first = await startTestServer({ environment: shared });
  await using second = await startTestServer({ environment: shared });
  const key = randomUUID();
  const { answer, release } = await beginScript(first, key);
  expect(await readProblem(await ask(second, key, {}, wantsProgress))).toEqual({
    status: 409,
    code: 'conflict',
    retryAfter: '2',
  });
  const other = { prompt: 'Something else' };
  expect(await readProblem(await ask(second, key, other, wantsProgress))).toMatchObject({
    code: 'key_reused',
  });
  release();
  expect(await answer).toContain('"script"');
  const late = await readProblem(await ask(second, key, {}, wantsProgress));
  expect(late).toEqual({ status: 409, code: 'conflict', retryAfter: null });
  expect(await (await ask(first, key, {}, wantsProgress)).text()).toBe(await answer);
  expect(provider.requests).toHaveLength(1);
});

test('work that died with its server is repeated after half a minute', async () => {
  const victim = await processes.start(shared);
  await using other = await startTestServer({ environment: shared });
  const key = randomUUID();
  const { answer } = await beginScript(victim, key);
  await killServer(victim);
  await expect(answer).rejects.toThrow();
  expect(await readProblem(await ask(other, key, {}, wantsProgress))).toMatchObject({ code: 'conflict' });
  await expireLease();
  expect(await (await ask(other, key, {}, wantsProgress)).text()).toContain('"script"');
  expect(provider.requests).toHaveLength(2);
});

/** Moves the lease's start into the past, as if it had expired. */
async function expireLease(): Promise<void> {
  const client = new pg.Client(shared.DATABASE_URL);
  await client.connect();
  const { rows } = await client.query(
    `update idempotency_keys set ends_at = now() where not is_done and ends_at > now() returning ends_at`,
  );
  await client.end();
  expect(rows).toHaveLength(1);
}

test('after a restart finished work is not repeated, and the database has neither key nor content', {
  tags: 'long',
}, async () => {
  const environment = { OPENAI_BASE_URL: provider.baseUrl, DATA_DIR: processes.makeDataFolder() };
  const before = await processes.start(environment);
  const key = randomUUID();
  expect((await ask(before, key)).status).toBe(200);
  await stopServer(before);
  const rows = (await readAllTables(environment)).get('public.idempotency_keys') ?? [];
  expect(rows).toHaveLength(1);
  for (const secret of [key, 'Zanzibar', '127.0.0.1', 'dog']) expect(rows[0]).not.toContain(secret);
  const after = await processes.start(environment);
  expect(await readProblem(await ask(after, key))).toMatchObject({ status: 409, code: 'conflict' });
  expect((await ask(after, randomUUID())).status).toBe(200);
  expect(provider.requests).toHaveLength(2);
});
