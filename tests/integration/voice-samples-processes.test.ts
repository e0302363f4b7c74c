import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pauseInTheMiddle } from '../support/broken-answers.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createServerProcesses, killServer } from '../support/server-processes.ts';
import { startPostgres, type TestPostgres } from '../support/start-postgres.ts';
import { type Environment, type ServerProcess, testSecret } from '../support/start-server.ts';

let postgres: TestPostgres;
let provider: OpenAiStandIn;
let shared: Environment;
const processes = createServerProcesses();

beforeAll(async () => {
  postgres = await startPostgres();
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

function startTwo(): Promise<[ServerProcess, ServerProcess]> {
  return Promise.all([processes.start(shared), processes.start(shared)]);
}

async function hear(server: ServerProcess, request: RequestInit = {}) {
  const answer = await fetch(`${server.url}/api/voices/nova/sample.mp3?language=French`, request);
  const { length } = await answer.bytes();
  return { status: answer.status, etag: answer.headers.get('etag'), length };
}

/** Resolves when a request for a sample that came before this call has found somebody else at work and waits. */
async function waitUntilItWaits(server: ServerProcess): Promise<void> {
  const lookingIntoTheDatabaseOnce = () => hear(server, { method: 'HEAD' });
  for (let count = 0; count < 10; count += 1) await lookingIntoTheDatabaseOnce();
}

/** As if the provider took for ever over the next request. */
function holdProvider() {
  provider.next('speech', pauseInTheMiddle(new Promise(() => {})));
  return provider.waitForRequest('speech');
}

/** Two starts, and the time after which a dead process is given up. */
const crashes = { timeout: 600_000 };

describe('two servers on one Postgres', crashes, () => {
  test('ask the provider once for what a hundred people want to hear at the same time', async () => {
    const [first, second] = await startTwo();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => hear(index % 2 === 0 ? first : second)),
    );
    expect(new Set(answers.map(({ status, etag }) => `${status} ${etag}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(provider.requests).toHaveLength(1);
  });

  test('do not wait for one that was killed in the middle', async () => {
    const [first, second] = await startTwo();
    const held = holdProvider();
    const lost = hear(first).catch(() => 'cut off');
    await held;
    const waiting = hear(second);
    await waitUntilItWaits(second);
    await killServer(first);
    expect(await lost).toBe('cut off');
    expect(await waiting).toMatchObject({ status: 200 });
    expect(provider.requests).toHaveLength(2);
  });

  test('go on making what somebody waits for at the other one, though nobody is left here', async () => {
    const [first, second] = await startTwo();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    provider.next('speech', pauseInTheMiddle(released));
    const leaver = new AbortController();
    const left = hear(first, { signal: leaver.signal });
    const request = await provider.waitForRequest('speech');
    const waiting = hear(second);
    await waitUntilItWaits(second);
    leaver.abort();
    await expect(left).rejects.toThrow();
    await waitUntilItWaits(first);
    release();
    expect(await waiting).toMatchObject({ status: 200 });
    expect((await request.closed).early).toBe(false);
    expect(provider.requests).toHaveLength(1);
  });

  test('stop what nobody waits for at either, once the last one has left', async () => {
    const [first, second] = await startTwo();
    const held = holdProvider();
    const leavers = [new AbortController(), new AbortController()] as const;
    const leftHere = hear(first, { signal: leavers[0].signal });
    const request = await held;
    const leftThere = hear(second, { signal: leavers[1].signal });
    await waitUntilItWaits(second);
    leavers[0].abort();
    await expect(leftHere).rejects.toThrow();
    leavers[1].abort();
    await expect(leftThere).rejects.toThrow();
    expect((await request.closed).early).toBe(true);
    expect(provider.requests).toHaveLength(1);
  });
});

test(
  'a server on the embedded database that was killed in the middle makes the sample when it is back',
  crashes,
  async () => {
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
  },
);
