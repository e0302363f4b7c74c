import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { signInWithGoogle, signInWithOidc } from '../support/google-popup.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { endMailedLinks, findRows, readAllTables } from '../support/read-all-tables.ts';
import { findFreePort } from '../support/start-postgres.ts';
import { type Environment, type InnerServer, startTestServer } from '../support/start-server.ts';

const run = promisify(execFile);
const inviteCommand = fileURLToPath(new URL('../../src/cli/invite.ts', import.meta.url));
const manyTries = { most: 1000, windowSeconds: 3600 };
const accountLimits = {
  signUpPerAddress: manyTries,
  otherPerAddress: manyTries,
  resetRequestsPerAddress: manyTries,
};

interface Invited extends Person {
  readonly token: string;
}

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let mailServer: MailServer;
  let google: IdentityProvider;
  let own: IdentityProvider;
  let environment: Environment;
  let url: string;
  let server: InnerServer;
  const guests: Invited[] = [];
  let expired: Invited;

  beforeAll(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    const port = await findFreePort();
    url = `http://localhost:${port}`;
    google = await startIdentityProvider(() => `${url}/api/auth/callback/google`);
    own = await startIdentityProvider(() => `${url}/api/auth/callback/oidc`);
    environment = {
      ...place.environment,
      ...google.environment,
      ...own.ownEnvironment,
      SIGN_UP: 'off',
      PORT: String(port),
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'benshi@example.org',
    };
    server = await startTestServer({ environment, accountLimits });
    expired = await invite();
    await server.stop(0);
    await endMailedLinks(environment);
    server = await startTestServer({ environment, accountLimits });
    for (let count = 0; count < 4; count += 1) guests.push(await invite());
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    for (const each of [google, own, mailServer]) await each.close();
    place.remove();
  });

  const callCommand = (...args: string[]) =>
    run(process.execPath, [inviteCommand, ...args], { env: { ...childEnvironment, ...environment } });

  async function invite(): Promise<Invited> {
    const person = makePerson();
    const { stdout } = await callCommand(person.email.toUpperCase());
    const [, token = ''] = new RegExp(`${url}/register\\?invitation=([\\w-]+)\n`, 'u').exec(stdout) ?? [];
    return { ...person, token };
  }

  const takeGuest = () => guests.pop() ?? expired;
  const open = () => createAccountClient(server.url);
  const register = (client: AccountClient, person: Person, invitation?: string) =>
    client.post('/api/auth/sign-up/email', { ...person, ...(invitation && { invitation }) });

  async function expectRefusal(answer: Response, sentence: string): Promise<void> {
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ message: sentence });
  }

  const works = { time: '7 days' };

  test('nobody new registers with a password or with Google, and the page knows it', async () => {
    const stranger = makePerson();
    expect(await (await open().get('/api/config')).json()).toMatchObject({ isSignUpOpen: false });
    await expectRefusal(await register(open(), stranger), t(accountErrors.signUpOff));
    google.signInAs({ sub: stranger.email, email: stranger.email, emailVerified: true });
    const browser = open();
    expect((await signInWithGoogle(browser, url)).error?.code).toBe('signup_disabled');
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  test('the provider of the operator brings new people, who then sign in with Google, too', async () => {
    const person = { ...makePerson(), emailVerified: true };
    own.signInAs({ sub: person.email, ...person });
    expect((await signInWithOidc(open(), url)).error).toBeUndefined();
    google.signInAs({ sub: person.email, ...person });
    expect((await signInWithGoogle(open(), url)).error).toBeUndefined();
  });

  test('a printed invitation lets its address register once, and the address must be confirmed', async () => {
    const guest = takeGuest();
    const badInvitation = t(accountErrors.badInvitation, works);
    await expectRefusal(await register(open(), makePerson(), guest.token), badInvitation);
    await expectRefusal(await register(open(), guest, 'x'), badInvitation);
    await expectRefusal(await register(open(), guest), t(accountErrors.signUpOff));
    const browser = open();
    expect((await register(browser, guest, guest.token)).status).toBe(200);
    const me = await (await browser.get('/api/me')).json();
    expect(me).toMatchObject({ email: guest.email, emailVerified: false });
    await mailServer.waitForMail(guest.email, t(mailMessages.verificationSubject));

    // Google's confirmation would replace it where new accounts are made.
    google.signInAs({ sub: guest.email, email: guest.email, emailVerified: true });
    expect((await signInWithGoogle(open(), url)).error?.code).toBe('account_not_linked');
    expect((await browser.get('/api/me')).status).toBe(200);

    await browser.post('/api/account/deletion', { uid: me.uid, password: guest.password });
    await expectRefusal(await register(open(), guest, guest.token), badInvitation);
  });

  test('a mailed invitation confirms the address, too', async () => {
    const guest = takeGuest();
    const mail = await mailServer.waitForMail(guest.email, t(mailMessages.invitationSubject));
    const link = findLink(mail);
    expect(link.pathname).toBe('/register');
    const token = link.searchParams.get('invitation') ?? '';
    expect(token).not.toBe(guest.token);
    const browser = open();
    expect((await register(browser, guest, token)).status).toBe(200);
    expect(await (await browser.get('/api/me')).json()).toMatchObject({ emailVerified: true });
    const mails = mailServer.mails.filter(({ to }) => to?.[0]?.address === guest.email);
    expect(mails).toHaveLength(1);
  });

  test('an invited address signs in with Google, if Google verified it', async () => {
    const guest = takeGuest();
    google.signInAs({ sub: 'eve', email: guest.email, emailVerified: false });
    expect((await signInWithGoogle(open(), url)).error?.code).toBe('signup_disabled');
    google.signInAs({ sub: guest.email, email: guest.email, emailVerified: true });
    const browser = open();
    expect((await signInWithGoogle(browser, url)).error).toBeUndefined();
    expect(await (await browser.get('/api/me')).json()).toMatchObject({ emailVerified: true });
  });

  test('an expired invitation invites nobody', async () => {
    await expectRefusal(
      await register(open(), expired, expired.token),
      t(accountErrors.badInvitation, works),
    );
    google.signInAs({ sub: expired.email, email: expired.email, emailVerified: true });
    expect((await signInWithGoogle(open(), url)).error?.code).toBe('signup_disabled');
  });

  test('neither its address nor its token is stored, and the log knows neither', async () => {
    const guest = takeGuest();
    await mailServer.waitForMail(guest.email, t(mailMessages.invitationSubject));
    const log = server.logged.join('\n');
    await server.stop(1000);
    const tables = await readAllTables(environment);
    expect(
      findRows(tables, [guest.email, guest.token]).filter(row => !row.startsWith('public.mails')),
    ).toEqual([]);
    expect(log).not.toContain(guest.token);
    await expect(callCommand(guest.email)).rejects.toMatchObject({
      stderr: expect.stringContaining('No server answers'),
    });
    server = await startTestServer({ environment, accountLimits });
    // A second invitation replaces the first.
    expect((await callCommand(guest.email)).stdout).not.toContain(guest.token);
    await expectRefusal(await register(open(), guest, guest.token), t(accountErrors.badInvitation, works));
  });

  test('the command says what is wrong', async () => {
    await expect(callCommand('nobody')).rejects.toMatchObject({ code: 2 });
    await expect(callCommand()).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run invite -- ada@example.org'),
    });
  });
});

describe('without passwords', () => {
  let own: IdentityProvider;
  let server: InnerServer;
  let mailServer: MailServer;
  let url: string;
  let browser: AccountClient;
  beforeAll(async () => {
    own = await startIdentityProvider(() => `${url}/api/auth/callback/oidc`);
    mailServer = await startMailServer();
    const environment = {
      ...own.ownEnvironment,
      PASSWORD_SIGN_IN: 'off',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'benshi@example.org',
    };
    server = await startTestServer({ environment, accountLimits });
    url = `http://localhost:${server.port}`;
  });
  beforeEach(() => {
    browser = createAccountClient(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await own.close();
    await mailServer.close();
  });

  test('every call about a password is refused, and no mail offers one', async () => {
    const ada = makePerson();
    own.signInAs({ sub: ada.email, ...ada, emailVerified: true });
    await signInWithOidc(browser, url);
    const { password } = ada;
    for (const [path, body] of [
      ['sign-up/email', makePerson()],
      ['sign-in/email', { email: ada.email, password }],
      ['request-password-reset', { email: ada.email }],
      ['check-reset-link', { token: 'x' }],
      ['reset-password', { token: 'x', newPassword: password }],
      ['change-password', { currentPassword: password, newPassword: password }],
    ] as const) {
      const answer = await browser.post(`/api/auth/${path}`, body);
      expect(answer.status, path).toBe(403);
      expect(await answer.json()).toMatchObject({ message: t(accountErrors.passwordsOff) });
    }
    await browser.post('/api/account/tokens', { name: 'Program', scopes: ['narrate'] });
    const { text } = await mailServer.waitForMail(ada.email, t(mailMessages.tokenSubject));
    expect(text).not.toMatch(/password/iu);
    expect(mailServer.mails).toHaveLength(1);
    expect(await (await browser.get('/api/config')).json()).toMatchObject({ hasPasswordSignIn: false });
  });

  test('an account is deleted after a recent sign-in', async () => {
    const ada = makePerson();
    own.signInAs({ sub: ada.email, ...ada, emailVerified: true });
    await signInWithOidc(browser, url);
    const account = await (await browser.get('/api/account')).json();
    expect(account.confirmedBy).toBe('recent sign-in');
    expect((await browser.post('/api/account/deletion', { uid: account.uid })).status).toBe(204);
    expect((await browser.get('/api/me')).status).toBe(401);
  });
});
