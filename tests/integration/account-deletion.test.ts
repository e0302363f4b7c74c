import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccountClient } from '../support/account-client.ts';
import {
  createTraces,
  makeNamedPerson,
  makePremium,
  readExport,
  readStoredTables,
  refuseDeliveries,
  register,
  registerAndVerify,
  registerWithGoogle,
  sendMessages,
  startTraceServer,
  storeCostsAndWork,
  type TraceServer,
} from '../support/account-traces.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { waitUntilNoTokenIsSent } from '../support/queued-work.ts';
import { findRows, findTables } from '../support/read-all-tables.ts';
import type { ReceivedToken } from '../support/token-receiver.ts';

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let at: TraceServer;
  beforeEach(async () => {
    place = await makePlace();
    at = await startTraceServer(place.environment);
  });
  afterEach(async () => {
    await at.close();
    place.remove();
  });

  async function readUid(client: AccountClient): Promise<string> {
    return (await (await client.get('/api/me')).json()).uid;
  }

  async function expectSignOutsSent(uid: string, count: number): Promise<void> {
    const ends = () =>
      at.receiver.received.filter(each => each.method === 'DELETE' && readSubject(each) === uid);
    await expect.poll(() => ends().length).toBe(count);
    await waitUntilNoTokenIsSent(at.server.url);
  }

  function deleteAccount(client: AccountClient, uid: string, password?: string): Promise<Response> {
    return client.post('/api/account/deletion', { uid, password });
  }

  test("deleting an account removes all its rows from every table, and nobody else's", {
    tags: 'long',
  }, async () => {
    const [ada, bob] = [makeNamedPerson('ada'), makeNamedPerson('bob')];
    const browsers = [await registerAndVerify(at, ada), await registerWithGoogle(at, ada)] as const;
    const others = [await registerAndVerify(at, bob), await registerWithGoogle(at, bob)] as const;
    refuseDeliveries(at);
    await createTraces(at, browsers[0], ada);
    await createTraces(at, others[0], bob);
    await makePremium(at, ada, bob);
    await storeCostsAndWork(at, ada, bob);
    const uid = await readUid(browsers[1]);
    const traces = [uid, ada.email, ada.name];
    const before = await readStoredTables(at);
    expect(findTables(before, traces)).toEqual(tablesWithPeople);

    expect(Object.values(await readExport(browsers[1])).map(each => [each].flat().length)).not.toContain(0);
    const answer = await deleteAccount(browsers[0], uid, ada.password);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect([...browsers[0].cookies.keys()].join()).not.toContain('session');
    expect((await browsers[1].get('/api/me')).status).toBe(401);
    expect((await browsers[1].signIn(ada)).status).toBe(401);

    at.receiver.refuseNext(0);
    await expectSignOutsSent(uid, 3);
    const after = await readStoredTables(at);
    expect(findRows(after, traces)).toEqual([]);
    for (const [name, rows] of before)
      if (!isCounted(name)) {
        const ofAda = new Set(findRows(new Map([[name, rows]]), traces));
        expect(after.get(name)).toEqual(rows.filter(row => !ofAda.has(`${name}: ${row}`)));
      }
    expect(await readUid(others[0])).toBe(await readUid(others[1]));
  });

  test('the export contains all data of a person, and no secret', { tags: 'long' }, async () => {
    const ada = makeNamedPerson('ada');
    const browser = await registerAndVerify(at, ada);
    await registerWithGoogle(at, ada);
    refuseDeliveries(at);
    await createTraces(at, browser, ada);
    await makePremium(at, ada);
    const data = await readExport(browser);
    expect(data).toMatchObject({
      account: { name: ada.name, email: ada.email, emailVerified: true, plan: 'premium' },
      profile: { uid: data.account.uid, name: ada.name, authProvider: 'local', email: ada.email },
      premiumMembership: { email: ada.email, source: 'test' },
      purchases: [{ email: ada.email, status: 'active' }],
      contactMessages: [{ fromName: ada.name, guestEmail: ada.email.toUpperCase() }],
      feedback: [{ rating: 4, message: `Good, says ${ada.name}.`, email: ada.email }],
    });
    expect(data.signInMethods.map(({ provider: name, hasPassword }) => [name, hasPassword])).toEqual(
      expect.arrayContaining([
        ['credential', true],
        ['google', false],
      ]),
    );
    expect(data.sessions).toHaveLength(3);
    // The code, that Google signs in, and that there is a token.
    expect(data.mails.map(({ sentAt }) => sentAt === null)).toEqual([false, expect.any(Boolean), true]);
    const tables = await readStoredTables(at);
    const secrets = ['auth.account', 'auth.session', 'auth.verification', 'auth.jwks']
      .flatMap(name => tables.get(name) ?? [])
      .map(row => JSON.parse(row))
      .flatMap(({ password, token, identifier, private_key }) => [password, token, identifier, private_key])
      .filter(each => typeof each === 'string');
    expect(secrets.length).toBeGreaterThanOrEqual(6);
    for (const secret of secrets) expect(JSON.stringify(data)).not.toContain(secret);
  });

  test("registering a stranger's address neither reads nor deletes the stranger's data", async () => {
    const stranger = makeNamedPerson('bob');
    at.mailServer.refuseNext(1_000_000);
    await sendMessages(at, stranger);
    await makePremium(at, stranger);
    const eve = { ...makeNamedPerson('eve'), email: stranger.email };
    const browser = await register(at, eve);
    const data = await readExport(browser);
    const { premiumMembership, purchases, contactMessages, feedback } = data;
    expect([premiumMembership, purchases, contactMessages, feedback]).toEqual([null, [], [], []]);
    expect(JSON.stringify(data)).not.toContain(stranger.name);
    expect((await deleteAccount(browser, data.account.uid, eve.password)).status).toBe(204);
    await expectSignOutsSent(data.account.uid, 1);
    const tables = await readStoredTables(at);
    expect(findTables(tables, [eve.name, data.account.uid])).toEqual([]);
    expect(findTables(tables, [stranger.email])).toEqual([
      'public.contact_messages',
      'public.feedback',
      'public.mails',
      'public.premium_members',
      'public.stripe_purchases',
    ]);
  });
});

/** Tables with personal data. */
const tablesWithPeople = [
  'auth.account',
  'auth.session',
  'auth.user',
  'auth.verification',
  'jobs.job',
  'jobs.job_common',
  'public.api_tokens',
  'public.comments',
  'public.contact_messages',
  'public.feedback',
  'public.known_places',
  'public.mails',
  'public.premium_members',
  'public.project_versions',
  'public.projects',
  'public.pronunciations',
  'public.provider_costs',
  'public.shares',
  'public.stripe_purchases',
  'public.users',
];

/** The queue keeps running, and attempts are counted. */
function isCounted(table: string): boolean {
  return table.startsWith('jobs.') || table === 'public.recent_tries';
}

function readSubject({ token }: ReceivedToken): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
}
