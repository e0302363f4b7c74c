import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectAnswerSchema, projectsAnswerSchema } from '#shared/api/projects.ts';
import { type AccountClient, createAccountClient } from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import older from '../support/older-database.json' with { type: 'json' };
import { withDatabase } from '../support/read-all-tables.ts';
import { type Environment, type InnerServer, startTestServer, testSecret } from '../support/start-server.ts';

const migrationsFolder = new URL('../../src/server/database/migrations/', import.meta.url);
const [person] = older.tables['auth.user'];
const projectPath = `/api/projects/${older.document.id}`;

/**
 * Puts the tables and rows of 29 November 2026 (migration 13) in place of the database: an account, a session, a token,
 * a project with an older version, a review link, a pronunciation, and a row of a table that is gone today.
 */
async function restoreOlderDatabase(environment: Environment): Promise<void> {
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', migrationsFolder), 'utf8'));
  const tags = (journal.entries as { tag: string }[]).slice(0, 14).map(({ tag }) => tag);
  await withDatabase(environment, async queries => {
    await queries.execute(sql`drop schema auth cascade`);
    await queries.execute(sql`drop schema public cascade`);
    await queries.execute(sql`create schema public`);
    await queries.execute(sql`delete from drizzle.__drizzle_migrations`);
    for (const tag of tags) {
      const text = readFileSync(new URL(`${tag}.sql`, migrationsFolder), 'utf8');
      for (const statement of text.split('--> statement-breakpoint'))
        await queries.execute(sql.raw(statement));
    }
    await queries.transaction(async transaction => {
      await transaction.execute(sql`set local session_replication_role = replica`);
      for (const [name, rows] of Object.entries(older.tables)) {
        const table = sql.raw(name);
        await transaction.execute(
          sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`,
        );
      }
      await transaction.execute(sql`update auth.session set expires_at = now() + interval '1 day'`);
      await transaction.execute(sql`update shares set ends_at = now() + interval '1 day'`);
    });
  });
}

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let server: InnerServer;
  let ada: AccountClient;

  beforeAll(async () => {
    place = await makePlace();
    const environment = { ...place.environment, AUTH_SECRET: testSecret };
    await restoreOlderDatabase(environment);
    server = await startTestServer({ environment });
    ada = createAccountClient(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    place.remove();
  });

  test('a person of an older server is still signed in, and signs in again with the password', async () => {
    ada.keepCookie('benshi.session_token', older.session);
    expect(await (await ada.get('/api/me')).json()).toMatchObject({ email: person?.email });
    ada.forgetCookies();
    const { status } = await ada.signIn({ email: person?.email ?? '', password: older.password });
    expect(status).toBe(200);
  });

  test('finds the project in its folder, with all lines, its older version and the pronunciation', async () => {
    const answer = await ada.get(projectPath);
    const { document, folder, revision } = projectAnswerSchema.parse(await answer.json());
    expect({ document: { ...document, revision: 0 }, folder }).toEqual({
      document: older.document,
      folder: 'Summer',
    });
    const list = projectsAnswerSchema.parse(await (await ada.get('/api/projects')).json());
    expect(list.projects.map(({ title }) => title)).toEqual(['Beach in June']);
    const versions = await (await ada.get(`${projectPath}/versions`)).json();
    expect(versions).toMatchObject({ versions: [{ revision: revision - 1 }] });
    expect(await (await ada.get('/api/account/pronunciations')).json()).toEqual({
      pronunciations: [{ language: 'English', term: 'Benshi', say: 'ben she' }],
    });
  });

  test("a program's token reads the project, and a reviewer's link shows it", async () => {
    const authorization = `Bearer ${older.token}`;
    expect((await fetch(server.url + projectPath, { headers: { authorization } })).status).toBe(200);
    const review = await fetch(`${server.url}/api/review`, {
      headers: { 'x-review-link': older.reviewLink },
    });
    expect(await review.json()).toMatchObject({ title: 'Beach in June', sharedBy: 'Ada Lovelace' });
  });

  test('a change of the project is kept', async () => {
    const before = projectAnswerSchema.parse(await (await ada.get(projectPath)).json());
    const document = { ...before.document, title: 'Beach in July' };
    const written = await ada.send('PUT', projectPath, {
      document,
      base: before.revision,
      epoch: before.epoch,
    });
    expect(written.status).toBe(200);
    const after = projectAnswerSchema.parse(await (await ada.get(projectPath)).json());
    expect(after.document.title).toBe('Beach in July');
  });
});
