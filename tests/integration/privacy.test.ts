import { getTableUniqueName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { schema } from '#server/database/database.ts';
import { describeTables } from '#server/privacy/stored-data.ts';
import { privacyAnswerSchema } from '#shared/api/privacy.ts';
import { describeDays } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { privacyPeriods } from '#shared/messages/privacy-facts.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { readAllTables } from '../support/read-all-tables.ts';
import { startTestServer } from '../support/start-server.ts';

const described = Object.keys(describeTables({ retentionDays: 365 }));

test('every table of the schema, and nothing else, is described on the privacy page', () => {
  const tables = Object.entries(schema).filter(([, value]) => is(value, PgTable));
  expect(described.toSorted()).toEqual(tables.map(([name]) => name).sort());
});

describeOnBothDatabases(makePlace => {
  test('the database has no other tables than those of the schema, the queue and the migrations', async () => {
    const place = await makePlace();
    await (await startTestServer({ environment: place.environment }))[Symbol.asyncDispose]();
    const all = schema;
    const known = new Set<string>(
      described.map(name => getTableUniqueName<PgTable>(all[name as 'accounts'])),
    );
    const others = [...(await readAllTables(place.environment)).keys()].filter(name => !known.has(name));
    expect(new Set(others.map(name => name.split('.', 1)[0]))).toEqual(new Set(['drizzle', 'jobs']));
    place.remove();
  });
});

test('a new database has no accounts', async () => {
  await using server = await startTestServer();
  await server.stop(1000);
  const tables = await readAllTables({ DATA_DIR: server.dataDir });
  const people = ['auth.user', 'auth.account', 'auth.session', 'public.users', 'public.premium_members'];
  expect(people.map(name => [name, tables.get(name)])).toEqual(people.map(name => [name, []]));
});

test('the page gets each table once, with content, purpose and retention', async () => {
  await using server = await startTestServer({ environment: { RETENTION_DAYS: '1' } });
  const answer = await fetch(`${server.url}/api/privacy`);
  const facts = privacyAnswerSchema.strict().parse(await answer.json());
  const things = [...Object.values(facts.stored).flat(), ...facts.files, ...facts.browser];
  expect(Object.values(facts.stored).flat()).toHaveLength(described.length + 1);
  expect(new Set(things.map(({ title }) => title)).size).toBe(things.length);
  for (const { title, what, why, kept } of things) {
    for (const text of [title, what, why, kept]) expect(text).toMatch(/^[A-Z\d]/u);
    for (const text of [what, why]) expect(text).toMatch(/\.$/u);
  }
  expect(facts.stored.messages.map(({ kept }) => kept)).toEqual([
    '1 day',
    '1 day',
    t(privacyPeriods.mails, { time: describeDays(7), unsentTime: describeDays(30) }),
  ]);
});
