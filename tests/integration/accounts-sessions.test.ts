// @module-tag long
import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { session } from '#server/database/schema.ts';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { describeOnBothDatabases, type MakePlace } from '../support/databases.ts';
import { withDatabase } from '../support/read-all-tables.ts';
import { type InnerServer, startTestServer, testSecret } from '../support/start-server.ts';

const cookieName = 'benshi.session_token';
const sign = (token: string, secret: string) =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<MakePlace>>;
  beforeAll(async () => {
    const made = await makePlace();
    place = { ...made, environment: { ...made.environment, AUTH_SECRET: testSecret } };
  });
  afterAll(() => place.remove());

  describe('the session cookie', () => {
    test('opens the account unchanged, among others and in quotes', async () => {
      await using server = await startTestServer({ environment: place.environment });
      const { client, cookie, token } = await signUp(server.url);
      expect((await client.get('/api/me')).status).toBe(200);
      expect(cookie).toBe(sign(token, testSecret));
      for (const header of [
        `a=b; ${cookieName}=${cookie}; c=d`,
        `${cookieName}="${cookie}"`,
        `${cookieName}=${decodeURIComponent(cookie)}`,
      ])
        expect(await ask(server.url, header)).toBe(200);
    });

    test('opens nothing when any part is changed', async () => {
      await using server = await startTestServer({ environment: place.environment });
      const { cookie, token } = await signUp(server.url);
      const signature = decodeURIComponent(cookie).slice(token.length + 1);
      const wrong = {
        'no value': '',
        'the token alone': token,
        'the token and a dot': `${token}.`,
        'a signature alone': `.${signature}`,
        'a signature cut by one': encodeURIComponent(`${token}.${signature.slice(0, -1)}`),
        'a signature of another token': encodeURIComponent(`${token.slice(1)}x.${signature}`),
        'a signature by another server': sign(token, 'another secret of another server, as long'),
        'a signature by nobody': sign(token, ''),
        'a token that is not there, well signed': sign('x'.repeat(32), testSecret),
        'every token, well signed': sign('%', testSecret),
        'invalid characters, well signed': sign('é\u{1F600}', testSecret),
        'a broken code': '%zz.%zz',
      };
      const answers: Record<string, number> = {};
      for (const [what, value] of Object.entries(wrong))
        answers[what] = await ask(server.url, `${cookieName}=${value}`);
      expect(answers).toEqual(Object.fromEntries(Object.keys(wrong).map(what => [what, 401])));
      expect(await ask(server.url, `other=${cookie}`)).toBe(401);
      expect(await ask(server.url, `${cookieName}=${cookie}`)).toBe(200);
    });

    test('opens nothing after expiry or sign-out', async () => {
      let cookie: string;
      {
        await using server = await startTestServer({ environment: place.environment });
        const here = await signUp(server.url);
        ({ cookie } = here);
        const elsewhere = createAccountClient(server.url);
        await elsewhere.signIn(here.person);
        const ended = elsewhere.cookies.get(cookieName);
        await elsewhere.signOut();
        expect(await ask(server.url, `${cookieName}=${ended}`)).toBe(401);
        expect((await here.client.get('/api/me')).status).toBe(200);
      }
      await withDatabase(place.environment, async queries =>
        queries.update(session).set({ expiresAt: sql`now() - interval '1 second'` }),
      );
      await using later = await startTestServer({ environment: place.environment });
      expect(await ask(later.url, `${cookieName}=${cookie}`)).toBe(401);
    });
  });
});

describe('a sign-in', () => {
  let server: InnerServer;
  beforeAll(async () => {
    server = await startTestServer({
      accountLimits: { signUpPerAddress: { most: 1000, windowSeconds: 3600 } },
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  afterEach(() => vi.restoreAllMocks());

  test("makes a new session and ends the browser's former one, of the same or another person", async () => {
    const { client, person, cookie } = await signUp(server.url);
    await client.signIn(person);
    const second = client.cookies.get(cookieName) ?? '';
    expect(second).not.toBe(cookie);
    expect(await ask(server.url, `${cookieName}=${cookie}`)).toBe(401);
    await client.signUp(makePerson());
    expect(await ask(server.url, `${cookieName}=${second}`)).toBe(401);
    expect((await client.get('/api/me')).status).toBe(200);
  });

  test('that is refused keeps the session, as does one elsewhere', async () => {
    const { client, person, cookie } = await signUp(server.url);
    expect((await client.signIn({ ...person, password: 'not the right one' })).status).toBe(401);
    expect((await createAccountClient(server.url).signIn(person)).status).toBe(200);
    expect(await ask(server.url, `${cookieName}=${cookie}`)).toBe(200);
  });

  test('makes a session from the system’s random generator', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const tokens = new Set<string>();
    for (let count = 0; count < 3; count += 1) tokens.add((await signUp(server.url)).token);
    expect(tokens.size).toBe(3);
    // 32 of 62 letters: 190 bits.
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{32}$/u);
    const letters = new Set([...tokens].join(''));
    expect(letters.size).toBeGreaterThan(20);
  });

  test("keeps the session's token in the HttpOnly cookie, and in no answer", async () => {
    const { client, person, token } = await signUp(server.url);
    const session = await (await client.get('/api/auth/get-session')).text();
    expect(session).toContain(person.email);
    expect(session).not.toContain(token);
    const answer = await client.signIn(person);
    const [again = ''] = decodeURIComponent(client.cookies.get(cookieName) ?? '').split('.');
    expect(await answer.text()).not.toContain(again);
    expect(await (await client.get('/api/account/export')).text()).not.toContain(again);
  });
});

async function signUp(url: string) {
  const client = createAccountClient(url);
  const person = makePerson();
  expect((await client.signUp(person)).status).toBe(200);
  const cookie = client.cookies.get(cookieName) ?? '';
  const [token = ''] = decodeURIComponent(cookie).split('.');
  return { client, person, cookie, token };
}

async function ask(url: string, cookie: string): Promise<number> {
  const answer = await fetch(`${url}/api/me`, { headers: { cookie } });
  await answer.bytes();
  return answer.status;
}
