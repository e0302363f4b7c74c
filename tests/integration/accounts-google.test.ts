// @module-tag long
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { accounts, profiles, signInMethods } from '#server/database/schema.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { openPopup, readMessage, signInWithGoogle, walkThroughProvider } from '../support/google-popup.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const manyTries = { most: 1000, windowSeconds: 3600 };

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let provider: IdentityProvider;
  let mailServer: MailServer;
  let server: InnerServer;
  /** The public address, unlike the one that it listens on. */
  let url: string;
  let browser: AccountClient;
  let ada: Person;

  beforeAll(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    provider = await startIdentityProvider(() => `${url}/api/auth/callback/google`);
    server = await start();
  });
  beforeEach(() => {
    browser = createAccountClient(server.url);
    ada = makePerson();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await provider.close();
    await mailServer.close();
    place.remove();
    expect(server.logged.join('\n')).not.toMatch(/example\.org|a secret of the test/u);
  });

  async function start(): Promise<InnerServer> {
    const started = await startTestServer({
      environment: {
        ...place.environment,
        ...provider.environment,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'benshi@example.org',
      },
      accountLimits: { signUpPerAddress: manyTries, otherPerAddress: manyTries },
    });
    url = `http://localhost:${started.port}`;
    return started;
  }

  function atProvider({ email, name }: Person, emailVerified = true) {
    provider.signInAs({ sub: `sub of ${email}`, email, name, emailVerified });
  }

  async function verify(client: AccountClient, email: string): Promise<void> {
    const link = findLink(await mailServer.waitForMail(email, t(mailMessages.verificationSubject)));
    await client.get(link.pathname + link.search);
  }

  test('signing in with Google makes one profile', async () => {
    atProvider(ada);
    expect(await signInWithGoogle(browser, url)).toEqual({
      type: 'better-auth:oauth-popup',
      nonce: 'n',
      targetOrigin: url,
      token: 'in the cookie',
      redirectTo: expect.any(String),
    });
    const profile = await (await browser.get('/api/profile')).json();
    expect(profile).toMatchObject({ name: ada.name, email: ada.email, authProvider: 'google' });
    expect(await (await browser.get('/api/me')).json()).toMatchObject({ emailVerified: true });

    await browser.signOut();
    const elsewhere = createAccountClient(server.url);
    await signInWithGoogle(elsewhere, url);
    expect(await (await elsewhere.get('/api/profile')).json()).toEqual(profile);
  });

  test('the page that closes the popup can reach its opener, and nothing else', async () => {
    atProvider(ada);
    const started = await openPopup(browser, url);
    const back = await walkThroughProvider(started, 'continue');
    const answer = await browser.get(back.pathname + back.search);
    for (const each of [started, answer])
      expect(each.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; base-uri 'none'$/u,
    );
    const session = [...browser.cookies.values()].find(value => value.includes('.'));
    expect(await answer.text()).not.toContain(session?.split('.')[0]);
  });

  test('signing in with Google again makes a new session and ends the former one', async () => {
    atProvider(ada);
    await signInWithGoogle(browser, url);
    const before = createAccountClient(server.url);
    for (const [name, value] of browser.cookies) before.keepCookie(name, value);
    expect((await before.get('/api/me')).status).toBe(200);
    expect((await signInWithGoogle(browser, url)).error).toBeUndefined();
    expect((await browser.get('/api/me')).status).toBe(200);
    expect((await before.get('/api/me')).status).toBe(401);
  });

  test('a refusal is shown in the popup, and nobody is signed in', async () => {
    atProvider(ada);
    const message = await signInWithGoogle(browser, url, 'cancel');
    expect(message).toMatchObject({
      error: { code: 'access_denied', description: 'The person refused.' },
    });
    expect(message.token).toBeUndefined();
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  test('a local account is joined when both addresses are verified', async () => {
    await browser.signUp(ada);
    await verify(browser, ada.email);
    const me = await (await browser.get('/api/me')).json();
    const elsewhere = createAccountClient(server.url);
    atProvider(ada);
    expect((await signInWithGoogle(elsewhere, url)).error).toBeUndefined();
    expect(await (await elsewhere.get('/api/profile')).json()).toEqual({
      uid: me.uid,
      email: ada.email,
      name: ada.name,
      authProvider: 'local',
    });
    await mailServer.waitForMail(ada.email, t(mailMessages.signInSubject, { provider: 'Google' }));
  });

  test('an unverified account on a stranger’s address is lost once Google verifies the owner', async () => {
    const squatter = createAccountClient(server.url);
    await squatter.signUp({ ...ada, name: 'Mallory' });
    const { uid } = await (await squatter.get('/api/me')).json();
    await squatter.post('/api/auth/request-password-reset', { email: ada.email });
    const link = findLink(await mailServer.waitForMail(ada.email, t(mailMessages.resetSubject)));

    atProvider(ada);
    expect((await signInWithGoogle(browser, url)).error).toBeUndefined();
    const me = await (await browser.get('/api/me')).json();
    expect(me).toMatchObject({ email: ada.email, emailVerified: true });
    expect(me.uid).not.toBe(uid);
    const profile = await (await browser.get('/api/profile')).json();
    expect(profile).toMatchObject({ name: ada.name, authProvider: 'google' });

    expect((await squatter.get('/api/me')).status).toBe(401);
    expect((await squatter.signIn(ada)).status).toBe(401);
    const token = link.searchParams.get('token');
    const reset = { newPassword: 'another loom of numbers', token };
    expect((await squatter.post('/api/auth/reset-password', reset)).status).toBe(400);
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  test('an unverified account is not joined where Google verifies nothing, nor by signing in to another account', async () => {
    const owner = createAccountClient(server.url);
    const other = makePerson();
    await owner.signUp(other);
    atProvider(other, false);
    expect((await signInWithGoogle(browser, url)).error?.code).toBe('account_not_linked');

    atProvider(ada);
    await signInWithGoogle(browser, url);
    provider.signInAs({ sub: `sub of ${ada.email}`, email: other.email, emailVerified: true });
    expect((await signInWithGoogle(browser, url)).error).toBeUndefined();
    expect(await (await browser.get('/api/me')).json()).toMatchObject({ email: ada.email });
    expect((await owner.get('/api/me')).status).toBe(200);
  });

  test('an address that the provider did not verify takes over no account', async () => {
    await browser.signUp(ada);
    await verify(browser, ada.email);
    const attacker = createAccountClient(server.url);
    atProvider(ada, false);
    expect((await signInWithGoogle(attacker, url)).error?.code).toBe('account_not_linked');
    expect((await attacker.get('/api/me')).status).toBe(401);
  });

  test('a Google account gets a password through the mail, not through a registration', async () => {
    atProvider(ada);
    await signInWithGoogle(browser, url);
    const attacker = createAccountClient(server.url);
    expect((await attacker.signUp(ada)).status).toBe(422);
    expect((await attacker.signIn(ada)).status).toBe(401);
    await browser.post('/api/auth/request-password-reset', { email: ada.email });
    const link = findLink(await mailServer.waitForMail(ada.email, t(mailMessages.resetSubject)));
    const token = link.searchParams.get('token');
    await browser.post('/api/auth/reset-password', { newPassword: ada.password, token });
    expect((await createAccountClient(server.url).signIn(ada)).status).toBe(200);
  });

  test.each([
    ['of another browser', (back: URL) => createAccountClient(server.url).get(back.pathname + back.search)],
    [
      'without a state',
      (back: URL) => {
        back.searchParams.delete('state');
        return browser.get(back.pathname + back.search);
      },
    ],
    [
      'with a state that was made up',
      (back: URL) => {
        back.searchParams.set('state', 'made-up');
        return browser.get(back.pathname + back.search);
      },
    ],
    [
      'with a state that no database keeps',
      (back: URL) => {
        back.searchParams.set('state', '\0');
        return browser.get(back.pathname + back.search);
      },
    ],
  ])('a callback %s does not sign in', async (_what, comeBack) => {
    atProvider(ada);
    const back = await walkThroughProvider(await openPopup(browser, url), 'continue');
    const answer = await comeBack(back);
    expect(answer.status).toBeLessThan(500);
    const reported = `${answer.headers.get('location')} ${await answer.text()}`;
    expect(reported).not.toContain('internal_server_error');
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token=');
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  test('a callback works once', async () => {
    atProvider(ada);
    const back = await walkThroughProvider(await openPopup(browser, url), 'continue');
    await browser.get(back.pathname + back.search);
    await browser.signOut();
    await browser.get(back.pathname + back.search);
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  test("a start shows the client, but neither Google's parameters nor its redirect", async () => {
    const extra = {
      scopes: 'https://www.googleapis.com/auth/drive,https://mail.google.com/',
      additionalData: '{"link":{"userId":"somebody"},"loginHint":"x"}',
      requestSignUp: 'true',
      callbackURL: `${url}/account`,
      errorCallbackURL: `${url}/account`,
      newUserCallbackURL: `${url}/account`,
    };
    const query = new URLSearchParams({ ...extra, provider: 'google', popupOrigin: url, popupNonce: 'n' });
    const started = await browser.get(`/api/auth/oauth-popup/start?${query}`);
    const asked = new URL(started.headers.get('location') ?? '').searchParams;
    expect(asked.get('scope')?.split(' ').sort()).toEqual(['email', 'openid', 'profile']);
    atProvider(ada);
    const back = await walkThroughProvider(started, 'continue');
    const message = await readMessage(await browser.get(back.pathname + back.search));
    expect(message.redirectTo).not.toContain('account');
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  test('a popup of another website is not opened', async () => {
    const answer = await openPopup(browser, 'https://evil.example');
    expect(answer.status).toBe(403);
    expect(answer.headers.get('location')).toBeNull();
  });

  test('stored Google data contains no tokens and no picture', async () => {
    atProvider(ada);
    await signInWithGoogle(browser, url);
    await server.stop(1000);
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = place.environment;
    const database = await openDatabase({ databaseUrl, dataDir });
    const methods = await database.queries.select().from(signInMethods);
    const people = await database.queries.select().from(accounts);
    const records = await database.queries.select().from(profiles);
    await database.close();
    server = await start();
    for (const each of methods)
      expect(each).toMatchObject({ accessToken: null, refreshToken: null, idToken: null });
    for (const each of people) expect(each.image).toBeNull();
    expect(records).toHaveLength(people.length);
  });
});

test('without Google the page says so, the log names the missing settings, and the popup shows it', async () => {
  await using server = await startTestServer({ environment: { GOOGLE_CLIENT_ID: 'benshi' } });
  const config = await (await fetch(`${server.url}/api/config`)).text();
  expect(JSON.parse(config).google).toEqual({ isConfigured: false });
  expect(config).not.toContain('GOOGLE_');
  expect(server.logged.join('')).toContain(
    'Google sign-in is not set up on this server. Missing: GOOGLE_CLIENT_SECRET.',
  );
  const answer = await openPopup(createAccountClient(server.url), server.url);
  expect(await readMessage(answer)).toMatchObject({ error: { code: 'provider_not_found' } });
});

let late: IdentityProvider | undefined;
afterEach(() => late?.close());

test('a provider that is down stops nothing else, and works once it is up', async () => {
  const first = await startIdentityProvider(() => '');
  const discovery = first.environment.GOOGLE_DISCOVERY_URL ?? '';
  await first.close();
  await using server = await startTestServer({ environment: first.environment });
  const browser = createAccountClient(server.url);
  const url = `http://localhost:${server.port}`;
  expect(await readMessage(await openPopup(browser, url))).toMatchObject({
    error: { code: 'provider_not_found' },
  });
  expect((await browser.signUp(makePerson())).status).toBe(200);
  await browser.signOut();

  late = await startIdentityProvider(() => `${url}/api/auth/callback/google`, {
    port: Number(new URL(discovery).port),
  });
  late.signInAs({ sub: 'x', email: 'late@example.org', emailVerified: true });
  expect((await signInWithGoogle(browser, url)).error).toBeUndefined();
  expect(await (await browser.get('/api/profile')).json()).toMatchObject({
    name: '',
    authProvider: 'google',
  });
});
