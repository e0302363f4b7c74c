// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { dailySecret, dailyUse, feedback, narrationLog, recentTries } from '#server/database/schema.ts';
import { createLog } from '#server/http/log.ts';
import { DailyLimits } from '#server/limits/count-daily-use.ts';
import { RecentTries } from '#server/limits/recent-tries.ts';
import { logNarration } from '#server/narrations/narration-log.ts';
import { settleFailure } from '#server/narrations/narration-parts.ts';
import { CodedError } from '#shared/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { t } from '#shared/messages/message.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { copyDatabaseTemplate } from '../support/prepare-database-template.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeAnalysisForm, postJson } from '../support/requests.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { type InnerServer, startTestServer, testSecret } from '../support/start-server.ts';

const postgres = sharePostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const visitor = (narrationsPerDay: number) => ({ id: '192.0.2.1', narrationsPerDay });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Where each kind of database is; the same tests hold for both. */
const places: Record<string, () => Promise<{ dataDir: string; databaseUrl: string | undefined }>> = {
  'the embedded database': async () => {
    copyDatabaseTemplate(folder);
    return { dataDir: folder, databaseUrl: undefined };
  },
  Postgres: async () => ({ dataDir: folder, databaseUrl: await postgres.createDatabase() }),
};

describe.each(Object.keys(places))('%s', name => {
  let place: { dataDir: string; databaseUrl: string | undefined };
  let database: Database;
  beforeEach(async () => {
    place = (await places[name]?.()) ?? { dataDir: folder, databaseUrl: undefined };
    database = await openDatabase(place);
  });
  afterEach(() => database.close());

  test('a failed use is given back before its answer ends, once, and not where a provider charges', async () => {
    const limits = new DailyLimits(database.queries);
    const someone = visitor(5);
    const count = async () => (await limits.findStatus('narration', someone)).remaining;
    {
      await using use = await limits.take('narration', someone);
      use.spend();
      await settleFailure(use, new CodedError('provider_unavailable'));
      expect(await count()).toBe(5);
    }
    expect(await count()).toBe(5);
    {
      await using use = await limits.take('narration', someone);
      use.charge('a provider');
      await settleFailure(use, new CodedError('provider_garbage'));
    }
    expect(await count()).toBe(4);
  });

  test('yields to other work after each query', async () => {
    let turns = 0;
    const turn = () => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    for (let query = 0; query < 20; query++) await database.queries.select().from(narrationLog);
    await database.queries.transaction(async () => {
      for (let query = 0; query < 20; query++) await database.queries.select().from(narrationLog);
    });
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(40);
  });

  test('admits exactly as many concurrent requests as are left', async () => {
    const limits = new DailyLimits(database.queries);
    const tries = await Promise.allSettled(
      Array.from({ length: 200 }, () => limits.take('narration', visitor(10))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    // Another person has their own day, and another kind its own count.
    await limits.take('narration', { id: '192.0.2.2', narrationsPerDay: 10 });
    await limits.take('speech', visitor(10));
  });

  test('gives back what was not used', async () => {
    const limits = new DailyLimits(database.queries);
    {
      await using use = await limits.take('narration', visitor(1));
      expect(use).toBeDefined();
    }
    {
      await using use = await limits.take('narration', visitor(1));
      use.spend();
    }
    await expect(limits.take('narration', visitor(1))).rejects.toMatchObject({
      code: 'rate_limited',
      message: t(limitErrors.narration, { count: 1 }),
    });
  });

  test('keeps the counts when it is reopened, and deletes them two days later', async () => {
    let now = new Date('2026-03-01T23:00:00Z');
    const use = await new DailyLimits(database.queries, () => now).take('narration', visitor(1));
    use.spend();
    await database.close();
    database = await openDatabase(place);

    const limits = new DailyLimits(database.queries, () => now);
    const refused = await limits.take('narration', visitor(1)).catch(error => error);
    expect(refused).toBeInstanceOf(CodedError);
    expect(refused.retryAfterSeconds).toBe(3600);

    now = new Date('2026-03-02T00:00:01Z');
    await limits.take('narration', visitor(1));
    now = new Date('2026-03-03T00:00:01Z');
    await limits.take('narration', visitor(1));
    for (const table of [dailyUse, dailySecret]) {
      const days = await database.queries.select({ day: table.day }).from(table).orderBy(table.day);
      expect(days).toEqual([{ day: '2026-03-02' }, { day: '2026-03-03' }]);
    }
  });

  test("finds the day's counts after a clock jumped over midnight, and recovers from a clock years ahead", async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const limits = new DailyLimits(database.queries, () => now);
    const take = () =>
      limits.take('narration', visitor(1)).then(
        () => 'taken',
        ({ code }) => code,
      );
    expect(await take()).toBe('taken');
    for (const [cuePoint, expected] of [
      ['2026-03-02T03:00:00Z', 'taken'],
      ['2026-03-01T13:00:00Z', 'rate_limited'],
      ['2026-02-28T13:00:00Z', 'taken'],
      ['2026-03-01T14:00:00Z', 'rate_limited'],
      ['2031-01-01T00:00:00Z', 'taken'],
      ['2026-03-01T15:00:00Z', 'taken'],
      ['2026-03-02T15:00:00Z', 'taken'],
    ] as const) {
      now = new Date(cuePoint);
      expect([cuePoint, await take()]).toEqual([cuePoint, expected]);
    }
    expect(
      await database.queries.selectDistinct({ day: dailyUse.day }).from(dailyUse).orderBy(dailyUse.day),
    ).toEqual([{ day: '2026-03-01' }, { day: '2026-03-02' }]);
  });

  test('counts a use for mailbox and network, and none if either is used up', async () => {
    const limits = new DailyLimits(database.queries);
    const account = (...countedBy: string[]) => ({ id: 'x', narrationsPerDay: 2, countedBy });
    for (const name of ['ada', 'bob']) (await limits.take('narration', account(name, 'network'))).spend();
    await expect(limits.take('narration', account('eve', 'network'))).rejects.toMatchObject({
      code: 'rate_limited',
      message: t(limitErrors.unconfirmed),
    });
    expect(await limits.findStatus('narration', account('eve', 'network'))).toMatchObject({ remaining: 0 });
    expect(await limits.findStatus('narration', account('eve'))).toMatchObject({ remaining: 2 });
    expect(await limits.findStatus('narration', account('ada'))).toMatchObject({ remaining: 1 });
  });

  test('ignores attempts dated by a clock that was ahead', async () => {
    const tries = new RecentTries(database.queries, testSecret);
    const limit = { most: 1, windowSeconds: 60 };
    await tries.take(['it'], limit);
    expect((await tries.take(['it'], limit)).isAllowed).toBe(false);
    await database.queries.update(recentTries).set({ endsAt: new Date(Date.now() + 10 * 365 * 86_400_000) });
    expect((await tries.take(['it'], limit)).isAllowed).toBe(true);
    expect((await tries.take(['it'], limit)).isAllowed).toBe(false);
  });

  test('stores no address', async () => {
    await new DailyLimits(database.queries).take('narration', visitor(1));
    expect(JSON.stringify(await database.queries.select().from(dailyUse))).not.toContain('192.0.2');
  });

  test("stores visitors' prompts and scripts without addresses and numbers", async () => {
    await logNarration(database.queries, createLog({ write: () => {} }), {
      surface: 'free',
      prompt: 'Greet ada@example.org\u0000 and call +49 30 1234567',
      script: 'Hello ada@example.org!',
      language: 'English',
    });
    expect(await database.queries.select().from(narrationLog)).toEqual([
      {
        id: expect.any(String),
        day: new Date().toISOString().slice(0, 10),
        surface: 'free',
        prompt: 'Greet [e-mail] and call [phone]',
        script: 'Hello [e-mail]!',
        language: 'English',
      },
    ]);
  });

  test('that is down costs no narration, and the log has no text of it', async () => {
    const logged: string[] = [];
    await database.close();
    const narration = {
      surface: 'free',
      prompt: 'my secret',
      script: 'my secret',
      language: 'English',
    } as const;
    await logNarration(database.queries, createLog({ write: line => logged.push(line) }), narration);
    expect(logged.join()).toContain('could not be written down');
    expect(logged.join()).not.toContain('my secret');
    database = await openDatabase(place);
  });

  describe('under a server', () => {
    let provider: OpenAiStandIn;
    let server: InnerServer;
    beforeEach(async () => {
      await database.close();
      provider = await startOpenAiStandIn();
      server = await start();
    });
    afterEach(async () => {
      await server[Symbol.asyncDispose]();
      await provider.close();
      database = await openDatabase(place);
    });

    function start(): Promise<InnerServer> {
      return startTestServer({
        environment: {
          DATA_DIR: place.dataDir,
          FREE_NARRATIONS_PER_DAY: '3',
          ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl, AUTH_SECRET: testSecret }),
        },
        engines: createTestEngines(provider.baseUrl),
      });
    }

    async function analyze(): Promise<number> {
      const answer = await fetch(`${server.url}/api/free/analysis`, {
        method: 'POST',
        body: await makeAnalysisForm(),
      });
      await answer.bytes();
      return answer.status;
    }

    test('a visitor gets the daily narrations and no more, also after a restart', async () => {
      provider.next('vision', refusals.serverError);
      expect(await analyze()).toBe(503);
      const statuses = await Promise.all(Array.from({ length: 20 }, analyze));
      expect(statuses.filter(status => status === 200)).toHaveLength(3);
      expect(statuses.filter(status => status === 429)).toHaveLength(17);
      expect(provider.requests).toHaveLength(1 + 3);

      await server[Symbol.asyncDispose]();
      server = await start();
      expect(await analyze()).toBe(429);
    });

    test('a script and a message are stored', async () => {
      const body = {
        analysis: 'A dog.',
        prompt: 'Greet ada@example.org',
        language: 'French',
        durationSeconds: 10,
      };
      expect((await postJson(`${server.url}/api/free/script`, body)).status).toBe(200);
      const message = { rating: 5, message: 'Lovely\u0000, thank you.', email: 'ada@example.org' };
      const kept = await postJson(`${server.url}/api/feedback`, message);
      expect([kept.status, await kept.text()]).toEqual([201, '']);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

      await server[Symbol.asyncDispose]();
      database = await openDatabase(place);
      expect(await database.queries.select().from(narrationLog)).toMatchObject([
        { surface: 'free', prompt: 'Greet [e-mail]', language: 'French' },
      ]);
      expect(await database.queries.select().from(feedback)).toMatchObject([
        { rating: 5, message: 'Lovely, thank you.', email: 'ada@example.org' },
      ]);
      await database.close();
      server = await start();
    });
  });
});
