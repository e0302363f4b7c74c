import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pauseInTheMiddle } from '../support/broken-answers.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createServerProcesses, killServer } from '../support/server-processes.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import {
  type Environment,
  type ServerProcess,
  type TestServer,
  testSecret,
} from '../support/start-server.ts';

const postgres = sharePostgres();
let provider: OpenAiStandIn;
let shared: Environment;
let databaseUrl: string;
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
  databaseUrl = await postgres.createDatabase();
  shared = {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: testSecret,
    OPENAI_BASE_URL: provider.baseUrl,
  };
});
afterEach(() => processes.end());

function startTwo(): Promise<[ServerProcess, ServerProcess]> {
  return Promise.all([processes.start(shared), processes.start(shared)]);
}

async function hear(server: TestServer, request: RequestInit = {}) {
  const answer = await fetch(`${server.url}/api/voices/nova/sample.mp3?language=French`, request);
  const { length } = await answer.bytes();
  return { status: answer.status, etag: answer.headers.get('etag'), length };
}

/** Polls the database until the only sample in progress meets a condition. */
async function waitUntilSampleIs(condition: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const question = `select count(*)::int as found from voice_samples where sound is null and ${condition}`;
    const countFound = async () => (await client.query(question, [...values])).rows[0]?.found;
    await expect.poll(countFound).toBe(1);
  } finally {
    await client.end();
  }
}

/** Waits until a server has seen the other one's work and is recorded as waiting. */
const waitUntilWantedElsewhere = () => waitUntilSampleIs('wanted_until > now()');

function holdProvider() {
  provider.next('speech', pauseInTheMiddle(new Promise(() => {})));
  return provider.waitForRequest('speech');
}

/** Two starts, and the time after which a dead process is given up. */
const crashes = { timeout: 600_000 };

describe('two servers on one Postgres', crashes, () => {
  test('call the provider once for a hundred concurrent requests', {
    tags: 'long',
  }, async () => {
    const [first, second] = await startTwo();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => hear(index % 2 === 0 ? first : second)),
    );
    expect(new Set(answers.map(({ status, etag }) => `${status} ${etag}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(provider.requests).toHaveLength(1);
  });

  test('take over from one that was killed midway', { tags: 'long' }, async () => {
    const [first, second] = await startTwo();
    const held = holdProvider();
    const lost = hear(first).catch(() => 'cut off');
    await held;
    const waiting = hear(second);
    await waitUntilWantedElsewhere();
    await killServer(first);
    expect(await lost).toBe('cut off');
    expect(await waiting).toMatchObject({ status: 200 });
    expect(provider.requests).toHaveLength(2);
  });
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
