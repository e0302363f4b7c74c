import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { mails } from '#server/database/schema.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { waitUntilAllSent } from '../support/queued-work.ts';
import { endMailedLinks } from '../support/read-all-tables.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const manyTries = { most: 1000, windowSeconds: 3600 };
const reset = t(mailMessages.resetSubject);
const verification = t(mailMessages.verificationSubject);

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let mailServer: MailServer;
  let server: InnerServer;
  let person: AccountClient;
  let ada: Person;

  beforeAll(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    server = await start();
  });
  beforeEach(() => {
    person = createAccountClient(server.url);
    ada = makePerson();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await mailServer.close();
    place.remove();
    expect(server.logged.join('\n')).not.toMatch(/example\.org|token=/u);
  });

  function start(): Promise<InnerServer> {
    return startTestServer({
      environment: {
        ...place.environment,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Benshi <benshi@example.org>',
        PREMIUM_EMAILS: 'listed@example.org',
      },
      accountLimits: {
        signUpPerAddress: manyTries,
        resetRequestsPerAddress: manyTries,
        otherPerAddress: manyTries,
      },
    });
  }

  const askForReset = (email: string, client = person) =>
    client.post('/api/auth/request-password-reset', { email, redirectTo: '/reset' });
  const setPassword = (link: URL, newPassword: string, client = createAccountClient(server.url)) =>
    client.post('/api/auth/reset-password', { newPassword, token: link.searchParams.get('token') });

  const works = async (link: URL) => {
    const token = link.searchParams.get('token');
    const answer = await createAccountClient(server.url).post('/api/auth/check-reset-link', { token });
    return (await answer.json()).works;
  };

  describe('a forgotten password', () => {
    test('is replaced through the mailed link, and ends all other sessions', async () => {
      await person.signUp(ada);
      expect((await askForReset(ada.email, createAccountClient(server.url))).status).toBe(200);
      const mail = await mailServer.waitForMail(ada.email, reset);
      expect(mail.from).toMatchObject({ name: 'Benshi', address: 'benshi@example.org' });
      expect(mail.to).toEqual([{ name: '', address: ada.email }]);
      const link = findLink(mail);
      expect(link.origin + link.pathname).toBe(`http://localhost:${server.port}/reset`);

      expect((await setPassword(link, 'another unusual phrase')).status).toBe(200);
      expect((await person.get('/api/me')).status).toBe(401);
      expect((await person.signIn(ada)).status).toBe(401);
      expect((await person.signIn({ ...ada, password: 'another unusual phrase' })).status).toBe(200);
    });

    test('is replaced once a link, also concurrently', async () => {
      await person.signUp(ada);
      await askForReset(ada.email);
      const link = findLink(await mailServer.waitForMail(ada.email, reset));
      expect([await works(link), await works(link)]).toEqual([true, true]);
      const answers = await Promise.all([
        setPassword(link, 'the first of two phrases'),
        setPassword(link, 'the second of two phrases'),
      ]);
      expect(answers.map(answer => answer.status).sort()).toEqual([200, 400]);
      expect(await works(link)).toBe(false);
      const again = await setPassword(link, 'the third of two phrases');
      expect([again.status, await again.json()]).toMatchObject([400, { code: 'INVALID_TOKEN' }]);
    });

    test('is not used up by a weak new one', async () => {
      await person.signUp(ada);
      await askForReset(ada.email);
      const link = findLink(await mailServer.waitForMail(ada.email, reset));
      expect(await (await setPassword(link, 'password1')).json()).toMatchObject({ missing: ['uncommon'] });
      expect((await setPassword(link, 'a better phrase than that')).status).toBe(200);
    });

    test('is not replaced with a link that is an hour old', async () => {
      await person.signUp(ada);
      await askForReset(ada.email);
      const link = findLink(await mailServer.waitForMail(ada.email, reset));
      await server.stop(1000);
      await endMailedLinks(place.environment);
      server = await start();
      expect(await works(link)).toBe(false);
      const answer = await setPassword(link, 'a fine new pass phrase');
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_TOKEN' }]);
      expect((await createAccountClient(server.url).signIn(ada)).status).toBe(200);
    });

    test.each([
      ['foreign', 'AAAAAAAAAAAAAAAAAAAAAAAA'],
      ['an array', ['a', 'b']],
      ['missing', undefined],
      ['very long', 't'.repeat(10_000)],
    ])('is not replaced with a token that is %s', async (_what, token) => {
      const answer = await person.post('/api/auth/reset-password', {
        newPassword: 'a fine new pass phrase',
        token,
      });
      expect(answer.status).toBe(400);
    });

    test('gets the same answer for known and unknown addresses, and over the mail limit', async () => {
      await person.signUp(ada);
      const unknown = await askForReset('nobody@example.org');
      const answers: Response[] = [];
      for (let count = 0; count < 5; count += 1) answers.push(await askForReset(ada.email));
      const bodies = new Set(await Promise.all([unknown, ...answers].map(answer => answer.text())));
      expect(bodies.size).toBe(1);
      for (const answer of answers) expect(answer.status).toBe(unknown.status);

      // Mails are sent in order: this one comes after them.
      const other = makePerson();
      await createAccountClient(server.url).signUp(other);
      await askForReset(other.email);
      await mailServer.waitForMail(other.email, reset);
      const sent = mailServer.mails.filter(
        mail => mail.to?.[0]?.address === ada.email && mail.subject?.includes(reset),
      );
      expect(sent).toHaveLength(3);
      expect(mailServer.mails.filter(mail => mail.to?.[0]?.address === 'nobody@example.org')).toEqual([]);
    });

    test("leads to this server, whatever the request's host", async () => {
      await person.signUp(ada);
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      };
      await person.post('/api/auth/request-password-reset', { email: ada.email }, headers);
      const link = findLink(await mailServer.waitForMail(ada.email, reset));
      expect(link.origin).toBe(`http://localhost:${server.port}`);
    });

    test.each(['https://evil.example/reset', '//evil.example', 'javascript:alert(1)'])(
      'never leads to %s',
      async redirectTo => {
        const answer = await person.post('/api/auth/request-password-reset', {
          email: ada.email,
          redirectTo,
        });
        expect(answer.status).toBe(403);
      },
    );
  });

  describe('an address', () => {
    const open = (client: AccountClient, link: URL) => client.get(link.pathname + link.search);

    test('is verified by the link mailed at registration', async () => {
      await person.signUp(ada);
      const link = findLink(await mailServer.waitForMail(ada.email, verification));
      const answer = await open(person, link);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/dashboard']);
      expect(await (await person.get('/api/me')).json()).toMatchObject({ emailVerified: true });
    });

    test('is not verified for a stranger who registered it when its owner, or a mail program, opens the link', async () => {
      await person.signUp(ada);
      const link = findLink(await mailServer.waitForMail(ada.email, verification));
      const owner = createAccountClient(server.url);
      const answer = await open(owner, link);
      expect([answer.status, answer.headers.get('location')]).toEqual([
        302,
        '/login?error=SIGN_IN_TO_VERIFY',
      ]);
      await owner.signUp(makePerson());
      await open(owner, link);
      expect(await (await person.get('/api/me')).json()).toMatchObject({ emailVerified: false });
    });

    test('is not verified by a forged link', async () => {
      await person.signUp(ada);
      const link = findLink(await mailServer.waitForMail(ada.email, verification));
      const [head, , signature] = (link.searchParams.get('token') ?? '').split('.');
      const claims = Buffer.from(JSON.stringify({ email: ada.email, exp: 2e9 })).toString('base64url');
      link.searchParams.set('token', [head, claims, signature].join('.'));
      const answer = await open(person, link);
      expect(answer.headers.get('location')).toContain('error=INVALID_TOKEN');
      expect(await (await person.get('/api/me')).json()).toMatchObject({ emailVerified: false });
    });

    test('on the premium list waits for its verification, whose mail can be sent again three times', async () => {
      const listed = { ...ada, email: 'listed@example.org' };
      await person.signUp(listed);
      await mailServer.waitForMail(listed.email, verification);
      expect(await (await person.get('/api/me')).json()).toMatchObject({
        plan: 'standard',
        needsVerificationForPremium: true,
      });
      expect((await person.post('/api/verification-mail')).status).toBe(202);
      const link = findLink(await mailServer.waitForMail(listed.email, verification));
      for (const status of [202, 202, 429]) {
        const answer = await person.post('/api/verification-mail');
        expect(answer.status).toBe(status);
        if (status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
      }
      await open(person, link);
      expect(await (await person.get('/api/me')).json()).toMatchObject({
        plan: 'premium',
        needsVerificationForPremium: false,
        narrations: { limit: 500 },
      });
      expect((await person.post('/api/verification-mail')).status).toBe(409);
      expect((await createAccountClient(server.url).post('/api/verification-mail')).status).toBe(401);
    });
  });

  describe('a mailbox', () => {
    test('gets at most five mails an hour of all kinds', async () => {
      const [name] = ada.email.split('@');
      const statuses: number[][] = [];
      for (let round = 0; round < 3; round += 1) {
        const client = createAccountClient(server.url);
        const registered = { ...ada, email: `${name}${round > 0 ? `+${round}` : ''}@example.org` };
        const signedUp = await client.signUp(registered);
        const resent = [
          await client.post('/api/verification-mail'),
          await client.post('/api/verification-mail'),
        ];
        const forgotten = await askForReset(registered.email);
        if (round === 0) await mailServer.waitForMail(registered.email, verification);
        const { uid } = await (await client.get('/api/me')).json();
        const { password } = registered;
        const deleted = await client.post('/api/account/deletion', { uid, password });
        statuses.push([signedUp, ...resent, forgotten, deleted].map(({ status }) => status));
      }
      expect(statuses).toEqual(Array(3).fill([200, 202, 202, 200, 204]));

      // Mails are sent in order: this one comes after them. Mails about a deleted account are not sent.
      await person.signUp(makePerson());
      await createAccountClient(server.url).signUp(ada);
      const other = makePerson();
      await createAccountClient(server.url).signUp(other);
      await mailServer.waitForMail(other.email, verification);
      const isMailbox = new RegExp(`^${name}(?:\\+\\d)?@`, 'u');
      const sent = mailServer.mails.filter(mail => isMailbox.test(mail.to?.[0]?.address ?? ''));
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.length).toBeLessThanOrEqual(5);
      expect(sent.filter(mail => mail.to?.[0]?.address === `${name}+2@example.org`)).toEqual([]);
    });
  });

  describe('a mail', () => {
    test('that the mail server refuses temporarily is sent later, once, under the same Message-ID', async () => {
      mailServer.refuseNext(2);
      await person.signUp(ada);
      const mail = await mailServer.waitForMail(ada.email, verification);
      expect(mail.messageId).toMatch(/^<[\da-f-]{36}@example\.org>$/u);
      expect(mailServer.mails.filter(each => each.to?.[0]?.address === ada.email)).toHaveLength(1);
    });

    test('leaves no link in the database', { tags: 'long' }, async () => {
      await person.signUp(ada);
      await mailServer.waitForMail(ada.email, verification);
      // Including those of earlier tests.
      await waitUntilAllSent(server.url);
      await server.stop(1000);
      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = place.environment;
      const database = await openDatabase({ databaseUrl, dataDir });
      const kept = await database.queries.select().from(mails);
      await database.close();
      server = await start();
      expect(kept.length).toBeGreaterThan(0);
      for (const mail of kept) expect(mail).toMatchObject({ body: '', sentAt: expect.any(Date) });
    });
  });
});

test('without a mail server mails become files, whose path is in the log', async () => {
  await using server = await startTestServer();
  const ada = makePerson();
  await createAccountClient(server.url).signUp(ada);
  const outbox = join(server.dataDir, 'outbox');
  await expect.poll(() => server.logged.some(line => line.includes('.eml'))).toBe(true);
  const [name = ''] = readdirSync(outbox);
  expect(name).toMatch(/^\d{4}-.*\.eml$/u);
  expect(readFileSync(join(outbox, name), 'utf8')).toMatch(new RegExp(`^To: ${ada.email}\\r$`, 'mu'));
});
