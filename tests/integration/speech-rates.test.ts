import { afterAll, describe, expect, test } from 'vitest';
import { speechRateAnswerSchema } from '#shared/api/speech-rates.ts';
import { estimateSeconds, type SpeechRate, startRate } from '#shared/script/estimate-speech.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { readAllTables } from '../support/read-all-tables.ts';
import { postJson } from '../support/requests.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { startTestServer, testSecret } from '../support/start-server.ts';

const line = 'A small boat leaves the harbour at half past six in the morning.';
const body = { script: `[0:01] ${line}`, durationSeconds: 20, voice: 'nova', language: 'English' };

async function findRate(origin: string, changes: Record<string, string> = {}) {
  const query = new URLSearchParams({ voice: 'nova', language: 'English', ...changes });
  const answer = await fetch(`${origin}/api/speech-rates?${query}`);
  return speechRateAnswerSchema.parse(await answer.json());
}

const speakLine = async (origin: string) => await (await postJson(`${origin}/api/free/fit`, body)).text();

describeOnBothDatabases(makePlace => {
  test('how fast a voice speaks is learned from what it says, and is known after a restart', {
    tags: 'long',
  }, async () => {
    const place = await makePlace();
    const { environment } = place;
    {
      await using server = await startTestServer({ environment });
      expect(await findRate(server.url)).toEqual(startRate('English'));
      await speakLine(server.url);
      const timed = await postJson(`${server.url}/api/free/speech`, body);
      expect(timed.status).toBe(200);
      await timed.bytes();
      const sentences = await postJson(
        `${server.url}/api/free/speech`,
        { script: line, voice: 'nova', language: 'English' },
        { headers: { accept: 'application/x-ndjson' } },
      );
      await sentences.text();
    }
    {
      await using server = await startTestServer({ environment });
      const rate = await findRate(server.url);
      expect(rate.lines).toBe(3);
      expect((await findRate(server.url, { voice: 'onyx' })).lines).toBe(0);
      expect((await findRate(server.url, { language: 'French' })).lines).toBe(0);
      const said = /"seconds":([\d.]+)/u.exec(await speakLine(server.url))?.[1];
      const off = (known: SpeechRate) => Math.abs(estimateSeconds(line, known) - Number(said));
      expect(off(rate)).toBeLessThan(off(startRate('English')));
    }
    const rows = (await readAllTables(environment)).get('public.speech_rates') ?? [];
    expect(rows).toHaveLength(1);
    expect(rows.join()).not.toContain('boat');
    place.remove();
  });
});

describe('with several servers on one database', { tags: 'long' }, () => {
  const postgres = sharePostgres();
  afterAll(() => postgres[Symbol.asyncDispose]());

  test('what each of them hears is added up', async () => {
    const environment = { DATABASE_URL: await postgres.createDatabase(), AUTH_SECRET: testSecret };
    const servers = await Promise.all([1, 2].map(() => startTestServer({ environment })));
    await Promise.all(servers.flatMap(({ url }) => [speakLine(url), speakLine(url)]));
    for (const server of servers) await server[Symbol.asyncDispose]();
    await using server = await startTestServer({ environment });
    expect((await findRate(server.url)).lines).toBe(4);
  });
});

test('nobody is told how fast a voice speaks that there is not', async () => {
  await using server = await startTestServer({});
  for (const query of ['', 'voice=nobody&language=English', 'voice=nova&language=Klingon'])
    expect((await fetch(`${server.url}/api/speech-rates?${query}`)).status).toBe(400);
  expect(
    (await fetch(`${server.url}/api/speech-rates?voice=nova&language=English&provider=nobody`)).status,
  ).toBe(400);
});
