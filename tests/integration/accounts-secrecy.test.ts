// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

// Answer times are measured by `npm run bench`; this compares contents.
describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let server: InnerServer;
  let mailServer: MailServer;

  beforeEach(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    server = await startTestServer({
      environment: { ...place.environment, SMTP_URL: mailServer.url, MAIL_FROM: 'benshi@example.org' },
    });
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await mailServer.close();
    place.remove();
  });

  test('sign-in and reset answer known and unknown addresses identically', async () => {
    const ada = makePerson();
    const person = createAccountClient(server.url);
    await person.signUp(ada);
    person.forgetCookies();
    const ways = [
      (email: string) => person.signIn({ email, password: 'not the right phrase' }),
      (email: string) => person.post('/api/auth/request-password-reset', { email }),
    ];
    for (const ask of ways) {
      const known = await ask(ada.email);
      const unknown = await ask('nobody@example.org');
      expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
      const describeHeaders = (answer: Response) =>
        [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      expect(describeHeaders(known)).toEqual(describeHeaders(unknown));
    }
  });

  test('no answer waits for the mail server', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    mailServer.beforeTaking(() => released);
    const ada = makePerson();
    const person = createAccountClient(server.url);
    expect((await person.signUp(ada)).status).toBe(200);
    expect((await person.post('/api/auth/request-password-reset', { email: ada.email })).status).toBe(200);
    expect(mailServer.mails).toEqual([]);
    release();
    await mailServer.waitForMail(ada.email, t(mailMessages.resetSubject));
  });
});
