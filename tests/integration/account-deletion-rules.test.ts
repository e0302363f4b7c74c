// @module-tag long
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { type AccountServer, startAccountServer } from '../support/account-server.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { signInWithGoogle } from '../support/google-popup.ts';
import { makeSpeechForm } from '../support/premium-account.ts';
import { withDatabase } from '../support/read-all-tables.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { type InnerServer, startTestServer, testSecret } from '../support/start-server.ts';

const path = '/api/account/deletion';

async function signUp(url: string, address?: string) {
  const client = createAccountClient(url, address);
  const person = makePerson();
  await client.signUp(person);
  const { uid } = await (await client.get('/api/account')).json();
  return { client, person, uid };
}

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let server: AccountServer;
  let url: string;
  beforeAll(async () => {
    place = await makePlace();
    server = await startAccountServer(place.environment);
    url = server.url;
  });
  afterAll(async () => {
    await server.close();
    place.remove();
  });

  test('an account is deleted only with its password, by its owner, from our own page', async () => {
    const { client, person, uid } = await signUp(url);
    const other = await signUp(url);
    const { password } = person;
    expect(await (await client.get('/api/account')).json()).toEqual({
      uid,
      email: person.email,
      confirmedBy: 'password',
    });
    const tries: [Promise<Response>, number, string][] = [
      [createAccountClient(url).post(path, { uid, password }), 401, t(errorMessages.unauthorized)],
      [client.post(path, { uid }), 403, t(accountErrors.passwordForDeletion)],
      [client.post(path, { uid, password: 'another one' }), 403, t(accountErrors.wrongPassword)],
      [client.post(path, { uid, password: ['x'] }), 400, t(accountErrors.noPassword)],
      [client.post(path, { password }), 400, t(accountErrors.noAccountNamed)],
      [other.client.post(path, { uid, password }), 409, t(accountErrors.otherAccount)],
      [
        client.post(path, { uid, password }, { origin: 'https://evil.example' }),
        403,
        t(requestErrors.otherWebsite),
      ],
    ];
    for (const [promise, status, message] of tries) {
      const answer = await promise;
      expect([answer.status, (await answer.json()).error.message]).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    }
    expect((await client.get('/api/me')).status).toBe(200);
    expect((await client.post(path, { uid, password })).status).toBe(204);
    expect((await client.get('/api/me')).status).toBe(401);
    expect((await other.client.get('/api/me')).status).toBe(200);
    // The address is free again, for an account without the old data.
    expect((await createAccountClient(url).signUp(person)).status).toBe(200);
  });

  test('wrong passwords count like those at sign-in', async () => {
    const { client, person, uid } = await signUp(url, '192.0.2.77');
    for (let count = 0; count < 5; count += 1)
      expect((await client.post(path, { uid, password: `wrong ${count}` })).status).toBe(403);
    const refused = await client.post(path, { uid, password: person.password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await client.signIn(person)).status).toBe(429);
    expect((await client.get('/api/me')).status).toBe(200);
  });

  test.each<Record<string, string>>([{}, { 'idempotency-key': 'speech' }])(
    "an account's running work ends before deletion, and that of others continues (%o)",
    async headers => {
      const [ada, bob] = [await signUp(url), await signUp(url)];
      const form = () => makeSpeechForm({ script: 'A dog runs to the sea.\n'.repeat(2000), voice: 'nova' });
      const speak = ({ client }: typeof ada) => client.postForm('/convert_to_voice', form(), headers);
      const [ofAda, ofBob] = [await speak(ada), await speak(bob)];
      expect([ofAda.status, ofBob.status]).toEqual([200, 200]);
      const { uid, person } = ada;
      expect((await ada.client.post(path, { uid, password: person.password })).status).toBe(204);
      // Nobody has read it: without the deletion it would continue.
      await expect(ofAda.bytes()).rejects.toThrow();
      const running = 'benshi_provider_calls_running{provider="the offline engine",step="speech"}';
      await expect.poll(async () => (await readMetrics(url)).get(running)).toBe(1);
      await ofBob.body?.cancel();
    },
  );

  test('a double click deletes once and is answered twice', async () => {
    const { client, person, uid } = await signUp(url);
    const answers = await Promise.all(
      [1, 2].map(() => client.post(path, { uid, password: person.password })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(204);
    for (const status of statuses) expect([204, 401, 403]).toContain(status);
  });

  test('an account without a password has to sign in again before', async () => {
    const person = makePerson();
    server.provider.signInAs({ sub: person.email, email: person.email, emailVerified: true });
    const client = createAccountClient(url);
    await signInWithGoogle(client, url);
    const { uid, confirmedBy } = await (await client.get('/api/account')).json();
    expect(confirmedBy).toBe('recent sign-in');
    await server.whileStopped(() =>
      withDatabase(place.environment, queries =>
        queries.execute(
          sql`update auth.session set created_at = now() - interval '11 minutes' where user_id = ${uid}`,
        ),
      ),
    );
    for (const password of [undefined, 'a guess'])
      expect((await client.post(path, { uid, password })).status).toBe(403);
    await signInWithGoogle(client, url);
    expect((await client.post(path, { uid })).status).toBe(204);
    expect((await client.get('/api/me')).status).toBe(401);
  });
});

describe('with two servers on one database', () => {
  const postgres = sharePostgres();
  let servers: InnerServer[];
  afterAll(() => postgres[Symbol.asyncDispose]());
  beforeEach(async () => {
    const DATABASE_URL = await postgres.createDatabase();
    const environment = {
      DATABASE_URL,
      AUTH_SECRET: testSecret,
      PUBLIC_URL: 'http://localhost:4999',
    };
    servers = [await startTestServer({ environment }), await startTestServer({ environment })];
  });
  afterEach(async () => {
    for (const server of servers) await server[Symbol.asyncDispose]();
  });

  test('a deleted account is signed out on both at once', async () => {
    const [here, there] = servers.map(({ url }) => createAccountClient(url)) as [
      AccountClient,
      AccountClient,
    ];
    const headers = { origin: 'http://localhost:4999' };
    const person = makePerson();
    await here.post('/api/auth/sign-up/email', person, headers);
    await there.post('/api/auth/sign-in/email', person, headers);
    const { uid } = await (await there.get('/api/me')).json();
    const answer = await here.post(path, { uid, password: person.password }, headers);
    expect(answer.status).toBe(204);
    expect((await there.get('/api/me'))?.status).toBe(401);
  });
});
