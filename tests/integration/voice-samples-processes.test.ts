import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pauseInTheMiddle } from '../support/broken-answers.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createServerProcesses, killServer } from '../support/server-processes.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { type Environment, type TestServer, testSecret } from '../support/start-server.ts';

const postgres = sharePostgres();
let provider: OpenAiStandIn;
let shared: Environment;
const processes = createServerProcesses();

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

async function hear(server: TestServer, request: RequestInit = {}) {
  const answer = await fetch(`${server.url}/api/voices/nova/sample.mp3?language=French`, request);
  const { length } = await answer.bytes();
  return { status: answer.status, etag: answer.headers.get('etag'), length };
}

function holdProvider() {
  provider.next('speech', pauseInTheMiddle(new Promise(() => {})));
  return provider.waitForRequest('speech');
}

/** Two starts. */
const crashes = { timeout: 600_000 };

test('two servers on one Postgres share a sample', { ...crashes, tags: 'long' }, async () => {
  const [first, second] = await Promise.all([processes.start(shared), processes.start(shared)]);
  const made = await hear(first);
  expect(made).toMatchObject({ status: 200 });
  expect(await hear(second)).toEqual(made);
  expect(provider.requests).toHaveLength(1);
});

test('a server on the embedded database that was killed midway makes the sample after a restart', {
  ...crashes,
  tags: 'long',
}, async () => {
  const environment = { DATA_DIR: processes.makeDataFolder(), OPENAI_BASE_URL: provider.baseUrl };
  const first = await processes.start(environment);
  const held = holdProvider();
  const lost = hear(first).catch(() => 'cut off');
  await held;
  await killServer(first);
  expect(await lost).toBe('cut off');
  const second = await processes.start(environment);
  expect(await hear(second)).toMatchObject({ status: 200 });
  expect(provider.requests).toHaveLength(2);
});
