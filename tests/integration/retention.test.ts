// @module-tag long
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { readAllTables, withDatabase } from '../support/read-all-tables.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { type Environment, type InnerServer, startTestServer, testSecret } from '../support/start-server.ts';

const retentionDays = 30;

async function startAndSweep(environment: Environment): Promise<InnerServer> {
  const server = await startTestServer({ environment });
  await expect.poll(() => server.logged.join('')).toContain('kept for long enough');
  return server;
}

/** Dates today's sweep as yesterday's. */
function backdateSweep(environment: Environment): Promise<unknown> {
  return withDatabase(environment, queries =>
    queries.execute(
      sql`update jobs.job set singleton_on = singleton_on - interval '1 day' where name = 'sweep'`,
    ),
  );
}

/** Each kind twice: `old` is overdue by a day, `new` is kept for another day. */
async function fill(environment: Environment, uid: string): Promise<void> {
  const ago = (days: number) => sql`now() - make_interval(days => ${days})`;
  const day = (days: number) => sql`(now() at time zone 'utc')::date - ${days}::int`;
  const kept = retentionDays - 1;
  const overdue = retentionDays + 1;
  await withDatabase(environment, async queries => {
    for (const statement of [
      // More than one batch of deletion.
      sql`insert into narration_log (day, surface, prompt, script, language)
        select ${day(overdue)}, 'free', 'old', '', 'English' from generate_series(1, 2500)`,
      sql`insert into narration_log (day, surface, prompt, script, language)
        values (${day(retentionDays)}, 'free', 'new', '', 'English')`,
      sql`insert into contact_messages (created_at, from_name, guest_email, message)
        values (${ago(overdue)}, 'old', 'a@example.org', ''), (${ago(kept)}, 'new', 'a@example.org', '')`,
      sql`insert into feedback (created_at, message) values (${ago(overdue)}, 'old'), (${ago(kept)}, 'new')`,
      sql`insert into mails (recipient, subject, body, created_at, sent_at)
        values ('old', '', '', ${ago(8)}, ${ago(8)}), ('new', '', '', ${ago(6)}, ${ago(6)}),
          ('old', 'unsent', '', ${ago(31)}, null), ('new', 'unsent', '', ${ago(29)}, null)`,
      sql`insert into auth.session (id, token, user_id, expires_at)
        values ('old', 'a', ${uid}, ${ago(1)}), ('new', 'b', ${uid}, ${ago(-1)})`,
      sql`insert into auth.verification (id, identifier, value, expires_at)
        values ('old', 'a', '', ${ago(1)}), ('new', 'b', '', ${ago(-1)})`,
      sql`insert into idempotency_keys (key, fingerprint, maker, is_done, ends_at)
        values ('old', '', gen_random_uuid(), true, ${ago(1)}), ('new', '', gen_random_uuid(), true, ${ago(-1)})`,
      sql`insert into recent_tries (key, tries, ends_at) values ('old', 1, ${ago(1)}), ('new', 1, ${ago(-1)})`,
      sql`insert into known_places (key, uid, kind, ends_at)
        values ('old', ${uid}, 'browser', ${ago(1)}), ('new', ${uid}, 'browser', ${ago(-1)})`,
      sql`insert into provider_costs (uid, month, step, provider, model, calls, unpriced_calls, text_tokens_in,
          text_tokens_out, sound_tokens_in, sound_tokens_out, characters, sound_milliseconds, nanodollars,
          latest_work, latest_at, latest_nanodollars, latest_calls, latest_unpriced_calls)
        select ${uid}, (date_trunc('month', now() at time zone 'utc') - make_interval(months => months))::date,
          'speech', 'a.example', age, 1, 0, 0, 0, 0, 0, 1, 0, 1, gen_random_uuid(), now(), 1, 1, 0
        from (values (13, 'old'), (12, 'new')) as kept (months, age)`,
      sql`insert into daily_use (day, what, visitor, used)
        values (${day(2)}, 'narration', 'old', 1), (${day(-2)}, 'narration', 'old', 1),
          (${day(1)}, 'narration', 'new', 1), (${day(0)}, 'narration', 'new', 1)`,
      sql`insert into daily_secret (day, secret) values (${day(2)}, 'old'), (${day(0)}, 'new')
        on conflict (day) do update set secret = 'new'`,
    ])
      await queries.execute(statement);
  });
}

/** The words `old` and `new` in each table. */
async function readAges(environment: Environment): Promise<Record<string, string[]>> {
  const tables = await readAllTables(environment);
  return Object.fromEntries(
    [...tables].flatMap(([name, rows]) => {
      const ages = rows.flatMap(row => /"(?:old|new)"/u.exec(row)?.[0] ?? []);
      return ages.length > 0 ? [[name, [...new Set(ages)].sort()]] : [];
    }),
  );
}

describeOnBothDatabases(makePlace => {
  test('overdue rows are deleted on the next day, the rest stays', {
    tags: 'long',
  }, async () => {
    const place = await makePlace();
    const environment: Environment = { ...place.environment, RETENTION_DAYS: String(retentionDays) };
    const first = await startAndSweep(environment);
    const client = createAccountClient(first.url);
    await client.signUp(makePerson());
    const { uid } = await (await client.get('/api/me')).json();
    await first[Symbol.asyncDispose]();
    await fill(environment, uid);
    const both = await readAges(environment);
    expect(Object.keys(both)).toHaveLength(12);
    for (const ages of Object.values(both)) expect(ages).toEqual(['"new"', '"old"']);
    const outbox = join(environment.DATA_DIR ?? '', 'outbox');
    mkdirSync(outbox, { recursive: true });
    for (const [name, days] of Object.entries({ 'old.eml': retentionDays + 1, 'new.eml': 1 })) {
      const cuePoint = Date.now() / 1000 - days * 24 * 3600;
      writeFileSync(join(outbox, name), '');
      utimesSync(join(outbox, name), cuePoint, cuePoint);
    }

    await backdateSweep(environment);
    await (await startAndSweep(environment))[Symbol.asyncDispose]();
    const left = await readAges(environment);
    expect(Object.keys(left)).toEqual(Object.keys(both));
    for (const ages of Object.values(left)) expect(ages).toEqual(['"new"']);
    expect(['old.eml', 'new.eml'].map(name => existsSync(join(outbox, name)))).toEqual([false, true]);
    place.remove();
  });
});

describe('with several servers on one database', () => {
  const postgres = sharePostgres();
  afterAll(() => postgres[Symbol.asyncDispose]());

  test('one of them sweeps, once a day, however often they start', async () => {
    const environment = { DATABASE_URL: await postgres.createDatabase(), AUTH_SECRET: testSecret };
    const countSweeps = async () => {
      const tables = await readAllTables(environment);
      return (tables.get('jobs.job') ?? []).filter(row => JSON.parse(row).name === 'sweep').length;
    };
    const startAll = async () => {
      const servers = await Promise.all([1, 2].map(() => startTestServer({ environment })));
      await expect
        .poll(() => servers.flatMap(({ logged }) => logged).join(''))
        .toContain('kept for long enough');
      for (const server of servers) await server[Symbol.asyncDispose]();
    };
    await startAll();
    expect(await countSweeps()).toBe(1);
    await (await startTestServer({ environment }))[Symbol.asyncDispose]();
    expect(await countSweeps()).toBe(1);
    await backdateSweep(environment);
    await startAll();
    expect(await countSweeps()).toBe(2);
  });
});
