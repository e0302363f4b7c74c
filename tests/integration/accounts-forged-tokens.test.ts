import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { signInWithGoogle } from '../support/google-popup.ts';
import {
  encodePart,
  type Forge,
  type IdentityProvider,
  startIdentityProvider,
} from '../support/identity-provider.ts';
import { type InnerServer, startTestServer, testSecret } from '../support/start-server.ts';

let provider: IdentityProvider;
let server: InnerServer;
let url: string;
let browser: AccountClient;
let ada: Person;
const manyTries = { most: 1000, windowSeconds: 3600 };
const now = Math.floor(Date.now() / 1000);
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreignKey = foreign.publicKey.export({ format: 'jwk' });

beforeAll(async () => {
  provider = await startIdentityProvider(() => `${url}/api/auth/callback/google`);
  server = await startTestServer({
    environment: { ...provider.environment, AUTH_SECRET: testSecret },
    accountLimits: { signUpPerAddress: manyTries, otherPerAddress: manyTries },
  });
  url = `http://localhost:${server.port}`;
});
beforeEach(() => {
  browser = createAccountClient(server.url);
  ada = makePerson();
});
afterEach(() => provider.forgeWith(undefined));
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});

const signByKey = (header: object, claims: object) => {
  const signed = `${encodePart(header)}.${encodePart(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), foreign.privateKey).toString('base64url')}`;
};

function signBySecret(header: object, claims: object, secret: string, hash = 'sha256'): string {
  const signed = `${encodePart(header)}.${encodePart(claims)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

describe('a token of Google', () => {
  beforeEach(() => {
    provider.signInAs({ sub: ada.email, email: ada.email, name: ada.name, emailVerified: true });
  });

  test('signs in unchanged, and re-signed with the same claims', async () => {
    expect((await signInWithGoogle(browser, url)).error).toBeUndefined();
    provider.forgeWith(({ claims, sign: signAnew }) => signAnew(claims));
    const elsewhere = createAccountClient(server.url);
    expect((await signInWithGoogle(elsewhere, url)).error).toBeUndefined();
    expect((await elsewhere.get('/api/me')).status).toBe(200);
  });

  test.each<[string, Forge]>([
    [
      'with claims that were changed',
      ({ header, claims, signature }) =>
        `${encodePart(header)}.${encodePart({ ...claims, name: 'Eve' })}.${signature}`,
    ],
    ['without a signature', ({ claims }) => `${encodePart({ alg: 'none' })}.${encodePart(claims)}.`],
    ['signed by another key', ({ header, claims }) => signByKey(header, claims)],
    [
      'that brings its key along',
      ({ header, claims }) => signByKey({ ...header, jwk: foreignKey, kid: undefined }, claims),
    ],
    [
      'that says where its key is',
      ({ header, claims }) => signByKey({ ...header, jku: 'http://127.0.0.1:9/keys' }, claims),
    ],
    [
      'signed with the secret instead of a key',
      ({ header, claims }) => signBySecret({ ...header, alg: 'HS256' }, claims, 'a secret of the test'),
    ],
    ['that is over', ({ claims, sign: signAnew }) => signAnew({ ...claims, exp: now - 3600 })],
    ['for somebody else', ({ claims, sign: signAnew }) => signAnew({ ...claims, aud: 'another client' })],
    [
      'of somebody else',
      ({ claims, sign: signAnew }) => signAnew({ ...claims, iss: 'https://evil.example' }),
    ],
    ['of another sign-in', ({ claims, sign: signAnew }) => signAnew({ ...claims, nonce: 'another' })],
    ['that is nonsense', () => 'a.b.c'],
  ])('%s does not sign in', async (_what, forge) => {
    provider.forgeWith(forge);
    expect((await signInWithGoogle(browser, url)).error?.code).toBeDefined();
    expect((await browser.get('/api/me')).status).toBe(401);
    expect([...browser.cookies.keys()].filter(name => name.includes('session_token'))).toEqual([]);
  });
});

describe('the verification link', () => {
  let owner: AccountClient;
  let person: Person;
  const header = { alg: 'HS256' };
  const open = async (token: string) => {
    const answer = await owner.get(`/api/auth/verify-email?token=${token}&callbackURL=/dashboard`);
    const { emailVerified } = await (await owner.get('/api/me')).json();
    return { emailVerified, leadsTo: answer.headers.get('location') };
  };
  const claim = (more = {}) => ({ email: person.email, iat: now, exp: now + 600, ...more });
  beforeAll(async () => {
    owner = createAccountClient(server.url);
    person = makePerson();
    await owner.signUp(person);
  });

  test.each<[string, () => string, string]>([
    ['without a signature', () => `${encodePart({ alg: 'none' })}.${encodePart(claim())}.`, 'INVALID_TOKEN'],
    [
      'signed in another way',
      () => signBySecret({ alg: 'HS512' }, claim(), testSecret, 'sha512'),
      'INVALID_TOKEN',
    ],
    ['signed with another secret', () => signBySecret(header, claim(), 'another secret'), 'INVALID_TOKEN'],
    [
      'that brings its key along',
      () => signByKey({ alg: 'RS256', jwk: foreignKey }, claim()),
      'INVALID_TOKEN',
    ],
    ['that is over', () => signBySecret(header, claim({ exp: now - 60 }), testSecret), 'TOKEN_EXPIRED'],
    [
      'whose time has not come',
      () => signBySecret(header, claim({ nbf: now + 300 }), testSecret),
      'INVALID_TOKEN',
    ],
  ])('with a token %s verifies nothing', async (_what, makeToken, error) => {
    expect(await open(makeToken())).toEqual({ emailVerified: false, leadsTo: `/dashboard?error=${error}` });
  });

  test('with a token that this server could have signed works', async () => {
    expect(await open(signBySecret(header, claim(), testSecret))).toEqual({
      emailVerified: true,
      leadsTo: '/dashboard',
    });
  });
});
