import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authProblemSchema, meAnswerSchema, passwordPolicySchema } from '#shared/api/account.ts';
import { newPasswordErrors } from '#shared/messages/account-errors.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const sessionCookie = 'benshi.session_token';

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let server: InnerServer;
  let person: AccountClient;
  /** A new person for each test; the server is shared. */
  let ada: Person;

  beforeAll(async () => {
    place = await makePlace();
    server = await startTestServer({
      environment: { ...place.environment, STANDARD_NARRATIONS_PER_DAY: '50' },
      accountLimits: { signUpPerAddress: { most: 1000, windowSeconds: 3600 } },
    });
  });
  beforeEach(() => {
    person = createAccountClient(server.url);
    ada = makePerson();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    place.remove();
    expect(server.logged.join('\n')).not.toMatch(/example\.org|loom of numbers/u);
  });

  test('a person registers and is signed in at once, with a profile', async () => {
    const answer = await person.signUp(ada);
    expect([answer.status, await answer.json()]).toMatchObject([200, { user: { email: ada.email } }]);
    const me = meAnswerSchema.parse(await (await person.get('/api/me')).json());
    expect(me).toEqual({
      uid: expect.any(String),
      email: ada.email,
      emailVerified: false,
      plan: 'standard',
      narrations: { limit: 50, remaining: 50, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/u) },
      needsVerificationForPremium: false,
    });
    expect(await (await person.get('/api/profile')).json()).toEqual({
      uid: me.uid,
      name: ada.name,
      authProvider: 'local',
      email: ada.email,
    });
    expect(await (await person.get('/api/auth/get-session')).json()).toMatchObject({ user: { id: me.uid } });
  });

  test('a person without a name can register', async () => {
    expect((await person.signUp({ ...ada, name: '' })).status).toBe(200);
    expect(await (await person.get('/api/profile')).json()).toMatchObject({ name: '' });
  });

  test('a person signs out and in again, with the address in any case', async () => {
    await person.signUp(ada);
    expect((await person.signOut()).status).toBe(200);
    expect((await person.get('/api/me')).status).toBe(401);
    expect(await (await person.get('/api/auth/get-session')).json()).toBeNull();
    expect((await person.signIn({ ...ada, email: ` ${ada.email.toUpperCase()} ` })).status).toBe(200);
    expect((await person.get('/api/me')).status).toBe(200);
  });

  test('signing out ends the session at the server, not only in the browser', async () => {
    await person.signUp(ada);
    expect(person.cookies.has(sessionCookie)).toBe(true);
    const stolen = `${sessionCookie}=${person.cookies.get(sessionCookie)}`;
    await person.signOut();
    const answer = await fetch(`${server.url}/api/me`, { headers: { cookie: stolen } });
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { error: expect.objectContaining({ code: 'unauthorized', message: t(errorMessages.unauthorized) }) },
    ]);
  });

  test('a changed cookie is no session', async () => {
    await person.signUp(ada);
    const name = sessionCookie;
    const value = person.cookies.get(name) ?? '';
    expect(value).not.toBe('');
    for (const cookie of [
      `${name}=${value.slice(0, -6)}AAAAAA`,
      `${name}=${value.split('.')[0]}`,
      `${name}=x`,
    ])
      expect((await fetch(`${server.url}/api/me`, { headers: { cookie } })).status).toBe(401);
  });

  test('cookies are HttpOnly and SameSite', async () => {
    const answer = await person.signUp(ada);
    const [device, session] = answer.headers.getSetCookie().sort();
    expect(session).toMatch(/^benshi\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/u);
    expect(device).toMatch(/^benshi\.device=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/u);
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    await person.signUp(ada);
    person.forgetCookies();
    const wrong = await person.signIn({ ...ada, password: 'not the loom of numbers' });
    const unknown = await person.signIn({ ...ada, email: 'nobody@example.org' });
    expect([wrong.status, await wrong.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(wrong.status).toBe(401);
    const names = (answer: Response) => [...answer.headers.keys()].sort();
    expect(names(wrong)).toEqual(names(unknown));
  });

  test('an address can be registered once, also by many at once', async () => {
    const others = Array.from({ length: 4 }, () => createAccountClient(server.url));
    const answers = await Promise.all(others.map(other => other.signUp(ada)));
    const statuses = answers.map(answer => answer.status).sort();
    expect(statuses).toEqual([200, 422, 422, 422]);
    const again = await person.signUp(ada);
    expect(authProblemSchema.parse(await again.json())).toMatchObject({
      code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      message: 'User already exists. Use another email.',
    });
  });

  test('fields that clients may not set are ignored', async () => {
    await person.post('/api/auth/sign-up/email', {
      ...ada,
      emailVerified: true,
      plan: 'premium',
      id: 'me',
      image: 'https://tracker.example.org/pixel.png',
      role: 'admin',
      callbackURL: 'https://evil.example.org',
    });
    expect(await (await person.get('/api/me')).json()).toMatchObject({
      emailVerified: false,
      plan: 'standard',
      uid: expect.not.stringMatching(/^me$/u),
    });
    expect(await (await person.get('/api/auth/get-session')).json()).toMatchObject({ user: { image: null } });
  });

  test.each([
    ['7 characters', 'sevench', ['least']],
    ['129 characters', 'n'.repeat(129), ['most']],
  ])('a password of %s is refused with what is missing', async (_what, password, missing) => {
    const answer = await person.signUp({ ...ada, password });
    expect(answer.status).toBe(400);
    expect(authProblemSchema.parse(await answer.json())).toEqual({
      code: 'PASSWORD_POLICY',
      message: expect.stringMatching(/\.$/u),
      key: expect.stringMatching(/^newPassword\./u),
      values: expect.anything(),
      missing,
    });
    const policy = passwordPolicySchema.parse(await (await person.get('/api/password-policy')).json());
    expect(policy.requirements.map(({ id }) => id)).toEqual(expect.arrayContaining(missing));
  });

  test.each([
    ['aaaaaaaa', newPasswordErrors.repeatedCharacters],
    ['00000000', newPasswordErrors.repeatedCharacters],
    ['12341234', newPasswordErrors.repeatedParts],
    ['abcdefgh', newPasswordErrors.sequences],
    ['87654321', newPasswordErrors.similarToCommon],
    ['Password1', newPasswordErrors.common],
    ['qwertzui', newPasswordErrors.keyboardRow],
    ['12benshi34', newPasswordErrors.own],
    ['Lovelace1843', newPasswordErrors.own],
  ])('the password %s is refused with the reason', async (password, weakness) => {
    const answer = await person.signUp({ ...ada, password });
    expect([answer.status, authProblemSchema.parse(await answer.json())]).toEqual([
      400,
      {
        code: 'PASSWORD_POLICY',
        message: t(weakness),
        key: weakness.key,
        values: {},
        missing: ['uncommon'],
        weakness: t(weakness),
      },
    ]);
  });

  test('new passwords are checked at most sixty times a minute for an address, because that costs time', async () => {
    await using other = await startTestServer();
    const client = createAccountClient(other.url);
    // In parallel: in sequence they might take longer than a minute.
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => client.signUp({ ...ada, password: 'aaaaaaaa' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(60).fill(400), 429]);
  });

  test.each([
    ['a pass phrase of 64 characters', 'correct horse battery staple and then some more words up to here'],
    [
      '128 emoji',
      String.fromCodePoint(...Array.from({ length: 128 }, (_, index) => 0x1f400 + ((index * 37) % 128))),
    ],
  ])('%s is a good password', async (_what, password) => {
    expect((await person.signUp({ ...ada, password })).status).toBe(200);
    person.forgetCookies();
    expect((await person.signIn({ ...ada, password })).status).toBe(200);
  });

  test.each([
    ['a name of 1 MB', { name: 'n'.repeat(1_000_000) }, 400],
    ['a body of 2 MB', { name: 'n'.repeat(2_000_000) }, 413],
    ['two addresses', { email: 'a@example.org, b@example.org' }, 400],
    ['an address with a line break', { email: 'a@example.org\r\nBcc: b@example.org' }, 400],
    ['an object as address', { email: { $ne: '' } }, 400],
    ['an array as password', { password: ['a loom of numbers'] }, 400],
    ['a number as name', { name: 7 }, 400],
    ['no password', { password: undefined }, 400],
  ])('%s is refused with a sentence', async (_what, wrong, status) => {
    const answer = await person.post('/api/auth/sign-up/email', { ...ada, ...wrong });
    expect(answer.status).toBe(status);
    expect(authProblemSchema.parse(await answer.json()).message).toMatch(/^[A-Z].*[.e]$/u);
  });

  test('a name with NUL, lone surrogates and line breaks is kept without them', async () => {
    expect((await person.signUp({ ...ada, name: 'A\u0000da\ud800\r\nBcc: x@y.z' })).status).toBe(200);
    expect(await (await person.get('/api/profile')).json()).toMatchObject({
      name: 'Ada\ufffd\r\nBcc: x@y.z',
    });
  });

  test('a request from another website is refused', async () => {
    await person.signUp(ada);
    for (const origin of ['https://evil.example.org', 'null']) {
      const answer = await person.post('/api/auth/sign-out', {}, { origin });
      expect(answer.status).toBe(403);
      expect(authProblemSchema.parse(await answer.json()).code).toBe('FORBIDDEN');
    }
    expect((await person.get('/api/me')).status).toBe(200);
  });

  test.each([
    '/api/auth/update-user',
    '/api/auth/delete-user',
    '/api/auth/list-sessions',
    '/api/auth/sign-in/social',
  ])('%s, which the product does not use, does not exist', async path => {
    await person.signUp(ada);
    expect((await person.post(path, { name: 'x' })).status).toBe(404);
  });
});

test('cookies are Secure only where PUBLIC_URL is https', async () => {
  await using server = await startTestServer({ environment: { PUBLIC_URL: 'https://narrate.example' } });
  const person = createAccountClient(server.url);
  const answer = await person.post('/api/auth/sign-up/email', makePerson(), {
    origin: 'https://narrate.example',
  });
  const [device, session] = answer.headers.getSetCookie().sort();
  expect(session).toMatch(/^__Secure-benshi\.session_token=.*; Secure/u);
  expect(device).toMatch(/^__Host-benshi\.device=.*; Secure$/u);
});
