import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stripePurchases } from '#server/database/schema.ts';
import { addPremiumMember } from '#server/plans/premium-members.ts';
import { type PersonalData, personalDataSchema } from '#shared/api/personal-data.ts';
import { type AccountClient, createAccountClient, type Person } from '../support/account-client.ts';
import { makeContactForm, postContactForm } from '../support/contact-form.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { signInWithGoogle } from '../support/google-popup.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { makeClip } from '../support/make-clip.ts';
import {
  type AllTables,
  findRows,
  findTables,
  readAllTables,
  withDatabase,
} from '../support/read-all-tables.ts';
import { makeVideoForm, postJson } from '../support/requests.ts';
import { findFreePort } from '../support/start-postgres.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { type ReceivedToken, startTokenReceiver, type TokenReceiver } from '../support/token-receiver.ts';

const manyTries = { most: 1000, windowSeconds: 3600 };

/** Somebody whose name is nobody else's. */
function makeNamedPerson(name: string): Person {
  const id = randomUUID().slice(0, 8);
  return { name: `${name} ${id}`, email: `${name}-${id}@example.org`, password: 'a loom of numbers 1843' };
}

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let provider: IdentityProvider;
  let mailServer: MailServer;
  let receiver: TokenReceiver;
  let server: InnerServer;
  let port: number;
  let url: string;

  beforeEach(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    receiver = await startTokenReceiver();
    port = await findFreePort();
    url = `http://localhost:${port}`;
    provider = await startIdentityProvider(() => `${url}/api/auth/callback/google`);
    await start();
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await provider.close();
    await receiver.close();
    await mailServer.close();
    place.remove();
  });

  async function start(): Promise<void> {
    server = await startTestServer({
      environment: {
        ...place.environment,
        ...provider.environment,
        PORT: String(port),
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'benshi@example.org',
        AUTH_TOKEN_SYNC_URL: receiver.url,
        AUTH_TOKEN_SYNC_MAX_AGE: '3600',
        TRUST_PROXY: '127.0.0.1',
      },
      accountLimits: { signUpPerAddress: manyTries, otherPerAddress: manyTries },
    });
  }

  /** Reads all tables, for which the server is stopped for a moment. */
  async function look(): Promise<AllTables> {
    await server.stop(0);
    const tables = await readAllTables(place.environment);
    await start();
    return tables;
  }

  async function makePremium(...people: Person[]): Promise<void> {
    await server.stop(0);
    await withDatabase(place.environment, async queries => {
      for (const { email } of people) {
        await addPremiumMember(queries, email, 'test');
        await queries
          .insert(stripePurchases)
          .values({ id: `sub_${email}`, email, paidAt: new Date(), status: 'active', statusAt: new Date() });
      }
    });
    await start();
  }

  async function register(person: Person): Promise<AccountClient> {
    const client = createAccountClient(url);
    expect((await client.signUp(person)).status).toBe(200);
    return client;
  }

  async function registerAndVerify(person: Person): Promise<AccountClient> {
    const client = await register(person);
    const link = findLink(await mailServer.waitForMail(person.email, 'confirm your e-mail'));
    await client.get(link.pathname + link.search);
    return client;
  }

  async function comeWithGoogle({ email, name }: Person): Promise<AccountClient> {
    provider.signInAs({ sub: `sub of ${email}`, email, emailVerified: true, name });
    const client = createAccountClient(url);
    expect(await signInWithGoogle(client, url)).not.toHaveProperty('error');
    return client;
  }

  async function writeToUs({ name, email }: Person): Promise<void> {
    const form = makeContactForm({ from_name: name, guest_email: email.toUpperCase() });
    expect((await postContactForm(url, form)).status).toBe(200);
    const feedback = { rating: 4, message: `Good, says ${name}.`, email };
    expect((await postJson(`${url}/api/feedback`, feedback)).status).toBe(201);
  }

  async function readExport(client: AccountClient): Promise<PersonalData> {
    const answer = await client.get('/api/account/export');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="benshi-account.json"');
    return personalDataSchema.strict().parse(await answer.json());
  }

  /** Does all that leaves something behind. Mails and tokens wait, because nobody takes them at the moment. */
  async function leaveTraces(client: AccountClient, person: Person): Promise<void> {
    const clip = await makeClip({ width: 64, height: 48, seconds: 1 });
    const form = makeVideoForm(clip, `Write to ${person.email}`);
    expect((await client.postForm('/create_script', form)).status).toBe(200);
    await createAccountClient(url).signIn(person);
    await client.post('/api/auth/sign-in/email', { email: person.email, password: 'a wrong one' });
    await writeToUs(person);
    await client.post('/api/auth/request-password-reset', { email: person.email });
    await expect.poll(async () => (await readExport(client)).passwordLinks.length).toBe(1);
  }

  function refuseDeliveries(): void {
    mailServer.refuseNext(1_000_000);
    receiver.refuseNext(1_000_000);
  }

  async function readUid(client: AccountClient): Promise<string> {
    return (await (await client.get('/api/me')).json()).uid;
  }

  async function expectSignOutsTold(uid: string, count: number): Promise<void> {
    const ends = () =>
      receiver.received.filter(each => each.method === 'DELETE' && readSubject(each) === uid);
    await expect.poll(() => ends().length).toBe(count);
  }

  function deleteAccount(client: AccountClient, uid: string, password?: string): Promise<Response> {
    return client.post('/api/account/deletion', { uid, password });
  }

  test('deleting an account leaves nothing of it in any table, and everything of others', async () => {
    const [ada, bob] = [makeNamedPerson('ada'), makeNamedPerson('bob')];
    const browsers = [await registerAndVerify(ada), await comeWithGoogle(ada)] as const;
    const others = [await registerAndVerify(bob), await comeWithGoogle(bob)] as const;
    refuseDeliveries();
    await leaveTraces(browsers[0], ada);
    await leaveTraces(others[0], bob);
    await makePremium(ada, bob);
    const uid = await readUid(browsers[1]);
    const traces = [uid, ada.email, ada.name];
    const before = await look();
    expect(findTables(before, traces)).toEqual(tablesWithPeople);

    expect(Object.values(await readExport(browsers[1])).map(each => [each].flat().length)).not.toContain(0);
    const answer = await deleteAccount(browsers[0], uid, ada.password);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect([...browsers[0].cookies.keys()].join()).not.toContain('session');
    expect((await browsers[1].get('/api/me')).status).toBe(401);
    expect((await browsers[1].signIn(ada)).status).toBe(401);

    receiver.refuseNext(0);
    const ends = () =>
      receiver.received.filter(each => each.method === 'DELETE' && readSubject(each) === uid);
    await expect.poll(() => ends().length).toBe(3);
    const after = await look();
    expect(findRows(after, traces)).toEqual([]);
    for (const [name, rows] of before)
      if (!isCounted(name)) {
        const ofAda = new Set(findRows(new Map([[name, rows]]), traces));
        expect(after.get(name)).toEqual(rows.filter(row => !ofAda.has(`${name}: ${row}`)));
      }
    expect(await readUid(others[0])).toBe(await readUid(others[1]));
  });

  test('the file with everything holds all of a person, and no secret', async () => {
    const ada = makeNamedPerson('ada');
    const browser = await registerAndVerify(ada);
    await comeWithGoogle(ada);
    refuseDeliveries();
    await leaveTraces(browser, ada);
    await makePremium(ada);
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
    expect(data.mails.map(({ sentAt }) => sentAt === null)).toEqual([false, true]);
    const tables = await look();
    const secrets = ['auth.account', 'auth.session', 'auth.verification', 'auth.jwks']
      .flatMap(name => tables.get(name) ?? [])
      .map(row => JSON.parse(row))
      .flatMap(({ password, token, identifier, private_key }) => [password, token, identifier, private_key])
      .filter(each => typeof each === 'string');
    expect(secrets.length).toBeGreaterThanOrEqual(6);
    for (const secret of secrets) expect(JSON.stringify(data)).not.toContain(secret);
  });

  test("whoever registers a stranger's address neither reads nor deletes what the stranger wrote", async () => {
    const stranger = makeNamedPerson('bob');
    mailServer.refuseNext(1_000_000);
    await writeToUs(stranger);
    await makePremium(stranger);
    const eve = { ...makeNamedPerson('eve'), email: stranger.email };
    const browser = await register(eve);
    const data = await readExport(browser);
    const { premiumMembership, purchases, contactMessages, feedback } = data;
    expect([premiumMembership, purchases, contactMessages, feedback]).toEqual([null, [], [], []]);
    expect(JSON.stringify(data)).not.toContain(stranger.name);
    expect((await deleteAccount(browser, data.account.uid, eve.password)).status).toBe(204);
    await expectSignOutsTold(data.account.uid, 1);
    const tables = await look();
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

/** Everywhere that something of a person is. */
const tablesWithPeople = [
  'auth.account',
  'auth.session',
  'auth.user',
  'auth.verification',
  'jobs.job',
  'jobs.job_common',
  'public.contact_messages',
  'public.feedback',
  'public.mails',
  'public.premium_members',
  'public.stripe_purchases',
  'public.users',
];

/** The queue goes on working, and trying things is counted. */
function isCounted(table: string): boolean {
  return table.startsWith('jobs.') || table === 'public.recent_tries';
}

function readSubject({ token }: ReceivedToken): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
}
