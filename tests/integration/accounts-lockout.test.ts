import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authProblemSchema } from '#shared/api/account.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  behindProxy,
  guessFrom,
  guessFromEverywhere,
  lockoutMail,
  openElsewhere,
  readToken,
  signUpAndConfirm,
} from '../support/lockout.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { findRows, readAllTables } from '../support/read-all-tables.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let mailServer: MailServer;
  let server: InnerServer;

  /** Fewer tries than there are otherwise (accounts-limits.test.ts), because each of them costs a hash. */
  const start = (port = 0) =>
    startTestServer({
      environment: {
        ...place.environment,
        ...behindProxy,
        PORT: String(port),
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Benshi <benshi@example.org>',
      },
      accountLimits: {
        signInPerBrowser: { most: 2, windowSeconds: 900 },
        signInPerPair: { most: 2, windowSeconds: 900 },
        signInPerAccount: { most: 3, windowSeconds: 900 },
        signInPerAddress: { most: 5, windowSeconds: 900 },
        otherPerAddress: { most: 1000, windowSeconds: 3600 },
      },
    });

  beforeAll(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    server = await start();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await mailServer.close();
    place.remove();
    expect(server.logged.join('\n')).not.toMatch(/example\.org|token=/u);
  });

  const elsewhere = () => openElsewhere(server.url);
  const lockOut = async (email: string) =>
    expect((await guessFromEverywhere(server.url, email, 4)).at(-1)).toBe(429);
  const mailsTo = (email: string) => mailServer.mails.filter(mail => mail.to?.[0]?.address === email);
  const useLink = (link: URL, client = elsewhere()) =>
    client.post('/api/auth/sign-in/link', { token: readToken(link) });
  const whoIs = async (client = elsewhere()) => (await (await client.get('/api/me')).json()).email;

  describe('somebody whom a stranger locks out with wrong passwords from everywhere', () => {
    test('still gets in with the browser in which they signed in before, from wherever it is', async () => {
      const { person, browser } = await signUpAndConfirm(server.url, mailServer);
      await browser.signOut();
      const travelled = elsewhere();
      for (const [name, value] of browser.cookies) travelled.keepCookie(name, value);
      await lockOut(person.email);
      expect((await elsewhere().signIn(person)).status).toBe(429);
      expect((await travelled.signIn(person)).status).toBe(200);
    });

    test('still gets in from the address at which they signed in before, with another browser', async () => {
      const person = makePerson();
      await createAccountClient(server.url, '198.51.100.7').signUp(person);
      await lockOut(person.email);
      expect((await createAccountClient(server.url, '198.51.100.7').signIn(person)).status).toBe(200);
    });

    test('gets in with the known browser when the stranger is at the same address and uses it up', async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      const browser = createAccountClient(server.url, '198.51.100.8');
      await browser.signIn(person);
      const stranger = createAccountClient(server.url, '198.51.100.8');
      expect((await guessFrom(stranger, person.email, 3)).at(-1)).toBe(429);
      let last: Response | undefined;
      for (let count = 0; count < 4; count += 1)
        last = await createAccountClient(server.url, '198.51.100.8').signIn({
          ...makePerson(),
          password: 'x',
        });
      expect(last?.status).toBe(429);
      expect((await browser.signIn(person)).status).toBe(200);
    });

    test('gets in from anywhere after a reset by mail, and goes on getting in from there', async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      await lockOut(person.email);
      const password = 'another unusual phrase';
      const browser = elsewhere();
      await browser.post('/api/auth/request-password-reset', { email: person.email });
      const link = findLink(await mailServer.waitForMail(person.email, 'new password'));
      const set = await browser.post('/api/auth/reset-password', {
        newPassword: password,
        token: readToken(link),
      });
      expect(set.status).toBe(200);
      expect((await elsewhere().signIn({ ...person, password })).status).toBe(200);
      await lockOut(person.email);
      expect((await browser.signIn({ ...person, password })).status).toBe(200);
    });

    test('gets in by the link that the first refused try mails, once an hour at most', async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      expect(await guessFromEverywhere(server.url, person.email, 3)).toEqual([401, 401, 401]);
      const before = mailsTo(person.email).length;
      const refused = await elsewhere().signIn(person);
      expect([refused.status, authProblemSchema.parse(await refused.json()).message]).toEqual([
        429,
        'Those were too many tries. Please wait 15 minutes and try again. If this address has an account, we mailed a link to it that lets you in at once.',
      ]);
      const mail = await mailServer.waitForMail(person.email, lockoutMail);
      expect(mail.text).toContain('Nobody got in');
      const link = findLink(mail);
      expect(link.origin + link.pathname).toBe(`http://localhost:${server.port}/sign-in-link`);
      await guessFromEverywhere(server.url, person.email, 2);

      const browser = elsewhere();
      const answer = await useLink(link, browser);
      expect([answer.status, await answer.json()]).toEqual([200, { status: true }]);
      expect(await whoIs(browser)).toBe(person.email);
      // From now on this browser is known, too.
      await browser.signOut();
      expect((await browser.signIn(person)).status).toBe(200);
      // The one after them is sent after them.
      const other = await signUpAndConfirm(server.url, mailServer);
      await lockOut(other.person.email);
      await mailServer.waitForMail(other.person.email, lockoutMail);
      expect(mailsTo(person.email)).toHaveLength(before + 1);
    });
  });

  describe('the mailed link', () => {
    async function getLink(): Promise<{ email: string; link: URL }> {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      await lockOut(person.email);
      return { email: person.email, link: findLink(await mailServer.waitForMail(person.email, lockoutMail)) };
    }

    test('is not used up by a mail program that opens it, and works once, also for two at once', async () => {
      const { email, link } = await getLink();
      for (const method of ['GET', 'HEAD'])
        expect((await fetch(`${server.url}${link.pathname}${link.search}`, { method })).status).not.toBe(404);
      expect((await elsewhere().get(`/api/auth/sign-in/link${link.search}`)).status).toBe(405);
      const browsers = [elsewhere(), elsewhere()];
      const answers = await Promise.all(browsers.map(browser => useLink(link, browser)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const winner = browsers[answers.findIndex(({ ok }) => ok)];
      expect(await whoIs(winner)).toBe(email);
      const again = await useLink(link);
      expect([again.status, await again.json()]).toMatchObject([400, { code: 'INVALID_TOKEN' }]);
    });

    test.each([
      ['foreign', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      ['an array', ['a', 'b']],
      ['missing', undefined],
      ['very long', 't'.repeat(10_000)],
    ])('opens nothing with a token that is %s', async (_what, token) => {
      const browser = elsewhere();
      expect((await browser.post('/api/auth/sign-in/link', { token })).status).toBe(400);
      expect((await browser.get('/api/me')).status).toBe(401);
    });

    test('is not a link for a new password, nor the other way round', async () => {
      const { email, link } = await getLink();
      const set = await elsewhere().post('/api/auth/reset-password', {
        newPassword: 'a fine new pass phrase',
        token: readToken(link),
      });
      expect(set.status).toBe(400);
      await elsewhere().post('/api/auth/request-password-reset', { email });
      expect((await useLink(findLink(await mailServer.waitForMail(email, 'new password')))).status).toBe(400);
      expect((await useLink(link)).status).toBe(200);
    });

    test('leads to this server whatever a request claims, and its secret is nowhere in the database', async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      await guessFromEverywhere(server.url, person.email, 3);
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      await elsewhere().post('/api/auth/sign-in/email', person, headers);
      const link = findLink(await mailServer.waitForMail(person.email, lockoutMail));
      expect(link.origin).toBe(`http://localhost:${server.port}`);
      const port = server.port;
      await server.stop(1000);
      const tables = await readAllTables(place.environment);
      server = await start(port);
      expect(findRows(tables, [readToken(link)])).toEqual([]);
      expect((await useLink(link)).status).toBe(200);
    });

    test('goes with its account, and opens nothing of whoever registers the address next', async () => {
      const { person, browser } = await signUpAndConfirm(server.url, mailServer);
      await lockOut(person.email);
      const link = findLink(await mailServer.waitForMail(person.email, lockoutMail));
      const { uid } = await (await browser.get('/api/me')).json();
      const deletion = { uid, password: person.password };
      expect((await browser.post('/api/account/deletion', deletion)).status).toBe(204);
      await elsewhere().signUp({ ...person, name: 'Somebody else' });
      expect((await useLink(link)).status).toBe(400);
    });

    test('is one for a new password where the address was never confirmed', async () => {
      const person = makePerson();
      await elsewhere().signUp(person);
      await lockOut(person.email);
      const link = findLink(await mailServer.waitForMail(person.email, lockoutMail));
      expect(link.pathname).toBe('/reset');
      const browser = elsewhere();
      const password = 'another unusual phrase';
      await browser.post('/api/auth/reset-password', { newPassword: password, token: readToken(link) });
      expect((await browser.signIn({ ...person, password })).status).toBe(200);
      expect(await (await browser.get('/api/me')).json()).toMatchObject({ emailVerified: false });
    });
  });

  describe('guessing', () => {
    test('with every browser and address at which somebody was once goes no further than from elsewhere', async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      const browsers: AccountClient[] = [];
      for (let count = 0; count < 3; count += 1) {
        const browser = elsewhere();
        expect((await browser.signIn(person)).status).toBe(200);
        browsers.push(browser);
      }
      const guessInAll = async () => {
        const statuses: number[] = [];
        for (const browser of browsers) statuses.push(...(await guessFrom(browser, person.email, 3)));
        return statuses.filter(status => status === 401).length;
      };
      expect(await guessInAll()).toBe(3);
      // The same addresses without their cookies, and then addresses where nobody was.
      for (const browser of browsers) browser.forgetCookies();
      expect(await guessInAll()).toBe(3);
      const strange = await guessFromEverywhere(server.url, person.email, 4);
      expect(strange).toEqual([401, 401, 401, 429]);
    });

    test('ends for whoever was in the account before its password was replaced', async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      const thief = elsewhere();
      await thief.signIn(person);
      const owner = elsewhere();
      await owner.post('/api/auth/request-password-reset', { email: person.email });
      const link = findLink(await mailServer.waitForMail(person.email, 'new password'));
      const newPassword = 'another unusual phrase';
      await owner.post('/api/auth/reset-password', { newPassword, token: readToken(link) });
      await lockOut(person.email);
      expect(await guessFrom(thief, person.email, 1)).toEqual([429]);
    });

    test('is as bounded for a browser that makes its cookie up, and with the cookie of another account', async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      const eve = elsewhere();
      await eve.signUp(makePerson());
      await eve.signOut();
      await lockOut(person.email);
      expect(await guessFrom(eve, person.email, 1)).toEqual([429]);
      for (const value of ['x', 'A'.repeat(43), `${'A'.repeat(43)}.${'B'.repeat(43)}`, '%00', '"']) {
        eve.keepCookie('benshi.device', value);
        expect(await guessFrom(eve, person.email, 1)).toEqual([429]);
      }
    });
  });

  test('a refusal says the same for an address that nobody has, in everything, and mails nothing there', async () => {
    const { person } = await signUpAndConfirm(server.url, mailServer);
    const unknown = makePerson();
    const answers: string[] = [];
    for (const { email } of [person, unknown]) {
      const answered = [];
      await guessFromEverywhere(server.url, email, 2);
      for (let count = 0; count < 3; count += 1) {
        const answer = await elsewhere().signIn({ email, password: 'not the right phrase' });
        const headers = [...answer.headers].filter(
          ([name]) => !['date', 'x-request-id', 'retry-after'].includes(name),
        );
        answered.push([answer.status, headers, (await answer.text()).replace(/\d+ minutes/u, 'N minutes')]);
      }
      answers.push(JSON.stringify(answered));
    }
    expect(answers[0]).toBe(answers[1]);
    await mailServer.waitForMail(person.email, lockoutMail);
    const last = await signUpAndConfirm(server.url, mailServer);
    await lockOut(last.person.email);
    await mailServer.waitForMail(last.person.email, lockoutMail);
    expect(mailsTo(unknown.email)).toEqual([]);
  });
});
