// @module-tag long
import { expect, test } from 'vitest';
import { speechRateAnswerSchema } from '#shared/api/speech-rates.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { readAllTables } from '../support/read-all-tables.ts';
import { postJson } from '../support/requests.ts';
import { startTestServer } from '../support/start-server.ts';

/** Read letter by letter, they take longer than usual texts. */
const odd = 'BBC, NBC, FBI, CIA, HTTP, WWW, DVD, XML.';
const line = 'A small boat leaves the harbour at half past six in the morning.';

const askToSpeak = (text: string, lines = 1) => ({
  script: Array.from({ length: lines }, (_, at) => `[0:${String(at).padStart(2, '0')}] ${text}`).join('\n'),
  durationSeconds: 60,
  shorten: false,
  voice: 'nova',
  language: 'English',
});

async function findFactor(origin: string, changes: Record<string, string> = {}): Promise<number> {
  const query = new URLSearchParams({ voice: 'nova', language: 'English', ...changes });
  const answer = await fetch(`${origin}/api/speech-rates?${query}`);
  return speechRateAnswerSchema.parse(await answer.json()).factor;
}

const behindProxy = { TRUST_PROXY: '127.0.0.1' };
let networks = 0;

/** A new account in its own network. */
async function register(origin: string): Promise<AccountClient> {
  networks += 1;
  const client = createAccountClient(origin, `2001:db8:${networks.toString(16)}::1`);
  expect((await client.signUp(makePerson())).status).toBe(200);
  return client;
}

async function speak(client: AccountClient, text = odd): Promise<void> {
  const answer = await client.post('/api/fit', askToSpeak(text));
  expect(await answer.text()).toContain('"script"');
}

describeOnBothDatabases(makePlace => {
  test("a voice's speech rate is learned from several accounts, and survives a restart", {
    tags: 'long',
  }, async () => {
    const place = await makePlace();
    const environment = { ...place.environment, ...behindProxy };
    let learned: number;
    {
      await using server = await startTestServer({ environment });
      expect(await findFactor(server.url)).toBe(1);
      await speak(await register(server.url));
      await expect.poll(() => findFactor(server.url)).toBe(1);
      for (let people = 0; people < 3; people += 1) await speak(await register(server.url));
      await expect.poll(() => findFactor(server.url)).not.toBe(1);
      learned = await findFactor(server.url);
      expect(await findFactor(server.url, { voice: 'onyx' })).toBe(1);
      expect(await findFactor(server.url, { language: 'French' })).toBe(1);
    }
    {
      await using server = await startTestServer({ environment });
      expect(await findFactor(server.url)).toBe(learned);
    }
    const rows = (await readAllTables(environment)).get('public.speech_rates') ?? [];
    expect(rows).toHaveLength(1);
    expect(rows.join()).not.toContain('BBC');
    place.remove();
  });
});

test('no visitor and no single account changes the estimates of others', async () => {
  await using server = await startTestServer({ environment: behindProxy });
  const { url } = server;
  const many = await postJson(`${url}/api/free/fit`, askToSpeak(odd, 10));
  expect((await many.text()).match(/"line"/gu)).toHaveLength(10);
  const ada = await register(url);
  for (let calls = 0; calls < 3; calls += 1) await speak(ada);
  const spoken = await postJson(
    `${url}/api/free/speech`,
    { script: odd, voice: 'nova', language: 'English' },
    { headers: { accept: 'application/x-ndjson' } },
  );
  await spoken.text();
  expect(await findFactor(url)).toBe(1);
});

test('however unusual the spoken texts, a voice is rated at most 60 % slower', async () => {
  await using server = await startTestServer({ environment: behindProxy });
  for (let people = 0; people < 4; people += 1) await speak(await register(server.url), odd);
  await expect.poll(() => findFactor(server.url)).toBeGreaterThan(1);
  expect(await findFactor(server.url)).toBeLessThanOrEqual(1.6);
  // The latest measurements outweigh earlier ones.
  for (let people = 0; people < 5; people += 1) await speak(await register(server.url), line);
  const honest = await findFactor(server.url);
  expect(honest).toBeLessThan(1.3);
});

test('an unknown voice has no speech rate', async () => {
  await using server = await startTestServer({});
  for (const query of ['', 'voice=nobody&language=English', 'voice=nova&language=Klingon'])
    expect((await fetch(`${server.url}/api/speech-rates?${query}`)).status).toBe(400);
  expect(
    (await fetch(`${server.url}/api/speech-rates?voice=nova&language=English&provider=nobody`)).status,
  ).toBe(400);
});
