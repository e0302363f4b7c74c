import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { openPopup, readMessage, signInWithGoogle, signInWithOidc } from '../support/google-popup.ts';
import {
  type IdentityProvider,
  type ProviderKind,
  type ProviderPerson,
  startIdentityProvider,
} from '../support/identity-provider.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { findFreePort } from '../support/start-postgres.ts';
import { type Environment, type InnerServer, startTestServer } from '../support/start-server.ts';

const manyTries = { most: 1000, windowSeconds: 3600 };

let mailServer: MailServer;
let ada: Person;
beforeAll(async () => {
  mailServer = await startMailServer();
});
beforeEach(() => {
  ada = makePerson();
});
afterAll(() => mailServer.close());

interface Place extends AsyncDisposable {
  readonly own: IdentityProvider;
  readonly google: IdentityProvider;
  readonly server: InnerServer;
  readonly url: string;
  open(): AccountClient;
}

/** A server with Google and a provider of the operator's own. */
async function startPlace(
  kind: ProviderKind & { readonly slash?: string } = {},
  environment: Environment = {},
): Promise<Place> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const own = await startIdentityProvider(() => `${url}/api/auth/callback/oidc`, kind);
  const google = await startIdentityProvider(() => `${url}/api/auth/callback/google`);
  const server = await startTestServer({
    environment: {
      ...google.environment,
      ...own.ownEnvironment,
      OIDC_ISSUER: `${own.ownEnvironment.OIDC_ISSUER}${kind.slash ?? ''}`,
      OIDC_NAME: 'Example',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'benshi@example.org',
      PORT: String(port),
      ...environment,
    },
    accountLimits: {
      signUpPerAddress: manyTries,
      otherPerAddress: manyTries,
      resetRequestsPerAddress: manyTries,
    },
  });
  return {
    own,
    google,
    server,
    url,
    open: () => createAccountClient(server.url),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await own.close();
      await google.close();
    },
  };
}

const toIdentity = ({ email, name }: Person, claims: ProviderPerson['claims'] = {}): ProviderPerson => ({
  sub: `sub of ${email}`,
  email,
  name,
  emailVerified: true,
  claims,
});
const missing = { email_verified: undefined };

const readMe = async (client: AccountClient) => (await client.get('/api/me')).json();
const readProfile = async (client: AccountClient) => (await client.get('/api/profile')).json();

async function verify(client: AccountClient, email: string): Promise<void> {
  const link = findLink(await mailServer.waitForMail(email, t(mailMessages.verificationSubject)));
  await client.get(link.pathname + link.search);
}

describe('a provider of the operator', () => {
  let place: Place;
  beforeAll(async () => {
    place = await startPlace();
  });
  afterAll(async () => {
    const log = place.server.logged.join('\n');
    await place[Symbol.asyncDispose]();
    expect(log).not.toMatch(/@example\.org|a secret of the test/u);
  });

  test('signs people in, the first time and again, and is named by the configuration and the privacy page', async () => {
    const { own, url, open } = place;
    own.signInAs(toIdentity(ada));
    const browser = open();
    expect(await signInWithOidc(browser, url)).toMatchObject({ token: 'in the cookie' });
    const profile = await readProfile(browser);
    expect(profile).toMatchObject({ name: ada.name, email: ada.email, authProvider: 'oidc' });
    expect(await readMe(browser)).toMatchObject({ emailVerified: true });
    const elsewhere = open();
    await signInWithOidc(elsewhere, url);
    expect(await readProfile(elsewhere)).toEqual(profile);
    const data = await (await browser.get('/api/account/export')).json();
    expect(data.signInMethods).toMatchObject([
      { provider: 'oidc', accountId: `${own.ownEnvironment.OIDC_ISSUER}#sub of ${ada.email}` },
    ]);

    // The registered way to show the secret, which Authelia and others insist on.
    expect(own.authorizations.at(-1)).toMatch(/^Basic /u);
    expect((await (await browser.get('/api/config')).json()).oidc).toEqual({ name: 'Example' });
    const { recipients } = await (await browser.get('/api/privacy')).json();
    expect(JSON.stringify(recipients)).toContain('if you choose to sign in with Example.');
  });

  test('beside Google: one account for one verified address, and its owner is told', async () => {
    const { own, google, url, open } = place;
    const [first, second] = [open(), open()];
    google.signInAs(toIdentity(ada));
    await signInWithGoogle(first, url);
    own.signInAs(toIdentity(ada));
    expect((await signInWithOidc(second, url)).error).toBeUndefined();
    expect((await readMe(second)).uid).toBe((await readMe(first)).uid);
    await mailServer.waitForMail(ada.email, t(mailMessages.signInSubject, { provider: 'Example' }));
  });

  test.each([
    ['says nothing about', missing],
    ['does not verify', { email_verified: false }],
    ['says in words that it does not verify', { email_verified: 'false' }],
    ['gives a list instead of a statement about', { email_verified: [true] }],
  ])('makes an account with an unconfirmed address if it %s the address', async (_, claims) => {
    const { own, url, open } = place;
    own.signInAs(toIdentity(ada, claims));
    const browser = open();
    expect((await signInWithOidc(browser, url)).error).toBeUndefined();
    expect(await readMe(browser)).toMatchObject({ email: ada.email, emailVerified: false });
    await verify(browser, ada.email);
    expect(await readMe(browser)).toMatchObject({ emailVerified: true });
    const again = open();
    await signInWithOidc(again, url);
    expect((await readMe(again)).uid).toBe((await readMe(browser)).uid);
  });

  test.each([
    ['a password', async (browser: AccountClient) => void (await browser.signUp(ada))],
    [
      'Google',
      async (browser: AccountClient) => {
        place.google.signInAs(toIdentity(ada));
        await signInWithGoogle(browser, place.url);
      },
    ],
  ])('takes over no account with %s whose address it does not verify', async (_, register) => {
    const { own, url, open } = place;
    const owner = open();
    await register(owner);
    const { uid, emailVerified } = await readMe(owner);
    if (!emailVerified) await verify(owner, ada.email);
    for (const claims of [
      missing,
      { email_verified: 'false' },
      { email: ada.email.toUpperCase(), ...missing },
    ]) {
      own.signInAs({ ...toIdentity(ada, claims), sub: 'somebody else' });
      const attacker = open();
      expect((await signInWithOidc(attacker, url)).error?.code).toBe('account_not_linked');
      expect((await attacker.get('/api/me')).status).toBe(401);
    }
    expect((await readMe(owner)).uid).toBe(uid);
  });

  test('an account on a stranger’s address is lost once the provider verifies the owner', async () => {
    const { own, url, open } = place;
    const squatter = open();
    await squatter.signUp({ ...ada, name: 'Mallory' });
    own.signInAs(toIdentity(ada));
    const owner = open();
    expect((await signInWithOidc(owner, url)).error).toBeUndefined();
    expect(await readProfile(owner)).toMatchObject({ name: ada.name, authProvider: 'oidc' });
    expect((await squatter.get('/api/me')).status).toBe(401);
  });

  test('an account that it made without a confirmed address is neither shared nor lost', async () => {
    const { own, google, url, open } = place;
    own.signInAs(toIdentity(ada, missing));
    const browser = open();
    await signInWithOidc(browser, url);
    const { uid } = await readMe(browser);

    google.signInAs(toIdentity(ada));
    expect((await signInWithGoogle(open(), url)).error?.code).toBe('account_not_linked');
    // With a link for a new password, the owner of the mailbox would share it with whom the provider signs in.
    const stranger = open();
    await stranger.post('/api/auth/request-password-reset', { email: ada.email });
    const other = makePerson();
    await open().signUp(other);
    await stranger.post('/api/auth/request-password-reset', { email: other.email });
    await mailServer.waitForMail(other.email, t(mailMessages.resetSubject));
    expect(mailServer.mails.filter(({ to }) => to?.[0]?.address === ada.email)).toHaveLength(1);
    expect((await readMe(browser)).uid).toBe(uid);
  });

  test('the same ID at another provider is another person', async () => {
    const { own, google, url, open } = place;
    own.signInAs({ ...toIdentity(ada), sub: '1' });
    const first = open();
    await signInWithOidc(first, url);
    google.signInAs({ ...toIdentity(makePerson()), sub: '1' });
    const second = open();
    await signInWithGoogle(second, url);
    expect((await readMe(second)).uid).not.toBe((await readMe(first)).uid);
  });

  test.each([
    ['no address', { email: undefined }],
    ['a user name as address', { email: 'ada' }],
    ['two addresses', { email: 'ada@example.org,eve@example.org' }],
  ])('signs nobody in with %s', async (_, claims) => {
    const { own, url, open } = place;
    own.signInAs(toIdentity(ada, claims));
    expect((await signInWithOidc(open(), url)).error?.code).toBe('email_not_found');
  });

  test('a token that the provider did not sign signs nobody in', async () => {
    const { own, url, open } = place;
    own.signInAs(toIdentity(ada));
    own.forgeWith(({ header, claims }) =>
      [header, { ...claims, email: 'eve@example.org' }]
        .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .concat('AAAA')
        .join('.'),
    );
    expect((await signInWithOidc(open(), url)).error?.code).toBe('unable_to_get_user_info');
    own.forgeWith(undefined);
  });
});

/** As the vendors document them, November 2026. */
describe.each([
  {
    // Claims stand in userinfo only since 4.39: authelia.com/integration/openid-connect/openid-connect-1.0-claims
    vendor: 'Authelia',
    kind: { hasSlimTokens: true },
    claims: { name: undefined, preferred_username: 'ada', groups: ['admins', 'users'] },
    expected: { name: 'ada', emailVerified: true },
  },
  {
    // Never verified since 2025.10: docs.goauthentik.io/add-secure-apps/providers/oauth2/verify-email-address
    vendor: 'Authentik',
    kind: { path: '/application/o/benshi', slash: '/' },
    claims: { email_verified: false, preferred_username: 'ada' },
    expected: { name: 'Ada Lovelace', emailVerified: false },
  },
  {
    // A mapper of groups that is not multivalued gives a text: keycloak.org/docs/latest/server_admin, "Protocol mappers"
    vendor: 'Keycloak',
    kind: { path: '/realms/example', slash: '/.well-known/openid-configuration' },
    claims: { groups: 'admins', email_verified: 'true' },
    expected: { name: 'Ada Lovelace', emailVerified: true },
  },
  {
    // No `email_verified`: learn.microsoft.com/entra/identity-platform/optional-claims-reference
    vendor: 'Entra',
    kind: { path: '/tenant/v2.0' },
    claims: { email_verified: undefined, preferred_username: 'ada@example.org' },
    expected: { name: 'Ada Lovelace', emailVerified: false },
  },
])('a provider like $vendor', ({ kind, claims, expected }) => {
  test('signs people in', async () => {
    await using place = await startPlace(kind);
    const { own, url, open } = place;
    own.signInAs(toIdentity(ada, claims));
    const browser = open();
    expect((await signInWithOidc(browser, url)).error).toBeUndefined();
    expect(await readProfile(browser)).toMatchObject({ name: expected.name, authProvider: 'oidc' });
    expect(await readMe(browser)).toMatchObject({ emailVerified: expected.emailVerified });
  });
});

test('only people of the allowed domains sign in, and nothing of others is touched', async () => {
  await using place = await startPlace({}, { OIDC_ALLOWED_DOMAINS: 'Example.org, @example.net' });
  const { own, google, url, open } = place;
  own.signInAs(toIdentity(ada));
  expect((await signInWithOidc(open(), url)).error).toBeUndefined();

  for (const email of [
    'eve@evil.example',
    'eve@sub.example.org',
    'eve@evil-example.org',
    'e@example.org.evil.example',
  ]) {
    own.signInAs({ ...toIdentity({ ...ada, email }), sub: email });
    expect((await signInWithOidc(open(), url)).error?.code, email).toBe('domain_not_allowed');
    const person = open();
    await person.signUp({ ...ada, email });
    expect((await signInWithOidc(open(), url)).error, email).toBeDefined();
    expect((await person.get('/api/me')).status).toBe(200);
  }
  // The address that counts is what the provider says today.
  own.signInAs({ ...toIdentity(ada), email: 'ada@evil.example' });
  expect((await signInWithOidc(open(), url)).error?.code).toBe('domain_not_allowed');
  google.signInAs({ ...toIdentity(ada), sub: 'other', email: 'eve@evil.example' });
  expect((await signInWithGoogle(open(), url)).error).toBeUndefined();
});

let late: IdentityProvider | undefined;
afterEach(() => late?.close());

test('an issuer that does not answer at the start stops nothing, and signs people in once it answers', async () => {
  const silent = createServer(() => {});
  const port = await findFreePort();
  await new Promise<void>(resolve => silent.listen(port, '127.0.0.1', resolve));
  const callback = () => `${url}/api/auth/callback/oidc`;
  const environment = {
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: 'benshi',
    OIDC_CLIENT_SECRET: 'a secret of the test',
  };
  await using server = await startTestServer({ environment });
  const url = `http://localhost:${server.port}`;
  const browser = createAccountClient(server.url);
  const [popup, registered] = await Promise.all([
    openPopup(browser, url, 'n', 'oidc').then(readMessage),
    createAccountClient(server.url).signUp(makePerson()),
  ]);
  expect(popup.error?.code).toBe('provider_not_found');
  expect(registered.status).toBe(200);

  silent.closeAllConnections();
  await new Promise(resolve => silent.close(resolve));
  late = await startIdentityProvider(callback, { port });
  late.signInAs(toIdentity(ada));
  expect((await signInWithOidc(browser, url)).error).toBeUndefined();
});
