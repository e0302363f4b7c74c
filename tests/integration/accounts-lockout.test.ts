// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authProblemSchema } from '#shared/api/account.ts';
import { describeWait } from '#shared/describe-values.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  guessFrom,
  guessFromEverywhere,
  lockoutMail,
  openElsewhere,
  readToken,
  signUpAndConfirm,
  startLockoutServer,
} from '../support/lockout.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import type { InnerServer } from '../support/start-server.ts';

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let mailServer: MailServer;
  let server: InnerServer;

  beforeAll(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    server = await startLockoutServer(place.environment, mailServer);
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
  const readEmail = async (client = elsewhere()) => (await (await client.get('/api/me')).json()).email;

  describe('a person whom a stranger locks out with wrong passwords from everywhere', () => {
    test('gets in with a browser that signed in before, from any address', async () => {
      const { person, browser } = await signUpAndConfirm(server.url, mailServer);
      await browser.signOut();
      const travelled = elsewhere();
      for (const [name, value] of browser.cookies) travelled.keepCookie(name, value);
      await lockOut(person.email);
      expect((await elsewhere().signIn(person)).status).toBe(429);
      expect((await travelled.signIn(person)).status).toBe(200);
    });

    test('gets in with the known browser even when the stranger uses up the same address', {
      tags: 'long',
    }, async () => {
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

    test('gets in from anywhere after a reset by mail, and later from there', {
      tags: 'long',
    }, async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      await lockOut(person.email);
      const password = 'another unusual phrase';
      const browser = elsewhere();
      await browser.post('/api/auth/request-password-reset', { email: person.email });
      const link = findLink(await mailServer.waitForMail(person.email, t(mailMessages.resetSubject)));
      const set = await browser.post('/api/auth/reset-password', {
        newPassword: password,
        token: readToken(link),
      });
      expect(set.status).toBe(200);
      expect((await elsewhere().signIn({ ...person, password })).status).toBe(200);
      await lockOut(person.email);
      expect((await browser.signIn({ ...person, password })).status).toBe(200);
    });

    test('gets in by the link that the first refusal mails, at most once an hour', async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      expect(await guessFromEverywhere(server.url, person.email, 3)).toEqual([401, 401, 401]);
      const before = mailsTo(person.email).length;
      const refused = await elsewhere().signIn(person);
      expect([refused.status, authProblemSchema.parse(await refused.json()).message]).toEqual([
        429,
        t(limitErrors.attemptsWithLink, { wait: describeWait(900) }),
      ]);
      const mail = await mailServer.waitForMail(person.email, lockoutMail);
      expect(mail.text).toContain('Nobody got in');
      const link = findLink(mail);
      expect(link.origin + link.pathname).toBe(`http://localhost:${server.port}/sign-in-link`);
      await guessFromEverywhere(server.url, person.email, 2);

      const browser = elsewhere();
      const answer = await useLink(link, browser);
      expect([answer.status, await answer.json()]).toEqual([200, { status: true }]);
      expect(await readEmail(browser)).toBe(person.email);
      // From now on this browser is known, too.
      await browser.signOut();
      expect((await browser.signIn(person)).status).toBe(200);
      // Mails are sent in order: this one comes after them.
      const other = await signUpAndConfirm(server.url, mailServer);
      await lockOut(other.person.email);
      await mailServer.waitForMail(other.person.email, lockoutMail);
      expect(mailsTo(person.email)).toHaveLength(before + 1);
    });
  });

  describe('guessing', () => {
    test('with all known browsers and addresses allows no more attempts than elsewhere', async () => {
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
      // The same addresses without cookies, then unknown addresses.
      for (const browser of browsers) browser.forgetCookies();
      expect(await guessInAll()).toBe(3);
      const strange = await guessFromEverywhere(server.url, person.email, 4);
      expect(strange).toEqual([401, 401, 401, 429]);
    });

    test('ends for former sessions once the password is replaced', async () => {
      const { person } = await signUpAndConfirm(server.url, mailServer);
      const thief = elsewhere();
      await thief.signIn(person);
      const owner = elsewhere();
      await owner.post('/api/auth/request-password-reset', { email: person.email });
      const link = findLink(await mailServer.waitForMail(person.email, t(mailMessages.resetSubject)));
      const newPassword = 'another unusual phrase';
      await owner.post('/api/auth/reset-password', { newPassword, token: readToken(link) });
      await lockOut(person.email);
      expect(await guessFrom(thief, person.email, 1)).toEqual([429]);
    });

    test('is as limited for a forged cookie and for the cookie of another account', async () => {
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

  test('a refusal is identical for an unknown address, and mails nothing', async () => {
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
