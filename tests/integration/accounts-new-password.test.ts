// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authProblemSchema } from '#shared/api/account.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { t } from '#shared/messages/message.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { type AccountServer, startAccountServer } from '../support/account-server.ts';
import { signInWithGoogle } from '../support/google-popup.ts';

const path = '/api/auth/change-password';
const newPassword = 'a second loom of numbers';

let server: AccountServer;
let url: string;
let browser: AccountClient;
let ada: Person;
let addresses = 0;
beforeAll(async () => {
  server = await startAccountServer({});
  url = server.url;
});
beforeEach(async () => {
  browser = somewhere();
  ada = makePerson();
  await browser.signUp(ada);
});
afterAll(() => server.close());

/** A browser with its own address, so that attempts do not add up between tests. */
const somewhere = () => createAccountClient(url, `192.0.2.${++addresses}`);
const change = (currentPassword: unknown, to: unknown = newPassword, client = browser) =>
  client.post(path, { currentPassword, newPassword: to });
const status = async (client: AccountClient) => (await client.get('/api/me')).status;

test('with the password it is changed, this session stays, and all others end', async () => {
  const elsewhere = createAccountClient(url);
  await elsewhere.signIn(ada);
  const before = createAccountClient(url);
  for (const [name, value] of browser.cookies) before.keepCookie(name, value);
  const answer = await change(ada.password);
  expect([answer.status, await answer.json()]).toMatchObject([200, { user: { email: ada.email } }]);
  expect(await status(browser)).toBe(200);
  for (const other of [elsewhere, before]) expect(await status(other)).toBe(401);
  expect((await elsewhere.signIn(ada)).status).toBe(401);
  expect((await elsewhere.signIn({ ...ada, password: newPassword })).status).toBe(200);
});

test('a session alone changes no password, and wrong ones count like those at sign-in', async () => {
  for (let count = 0; count < 5; count += 1) {
    const answer = await change(`wrong ${count}`);
    expect([answer.status, authProblemSchema.parse(await answer.json()).message]).toEqual([
      403,
      t(accountErrors.wrongPassword),
    ]);
  }
  expect((await change(ada.password)).status).toBe(429);
  expect(await status(browser)).toBe(200);
  expect((await createAccountClient(url).signIn(ada)).status).toBe(200);
});

test('a weak one is refused with the reason, whatever the old one was', async () => {
  for (const [password, missing] of [
    ['sevench', ['least']],
    ['n'.repeat(129), ['most']],
    ['Password1', ['uncommon']],
    ['Lovelace1843', ['uncommon']],
  ] as const) {
    const answer = await change(ada.password, password);
    expect([answer.status, authProblemSchema.parse(await answer.json())]).toMatchObject([400, { missing }]);
  }
  expect((await createAccountClient(url).signIn(ada)).status).toBe(200);
});

test.each<[string, unknown, unknown, number]>([
  ['no old password', undefined, newPassword, 400],
  ['a list as old password', ['a loom of numbers 1843'], newPassword, 400],
  ['an object as new password', 'x', { $ne: '' }, 400],
  ['a new password of 2 MB', 'x', 'n'.repeat(2_000_000), 413],
])('%s is refused with a sentence', async (_what, current, to, expected) => {
  const answer = await change(current, to);
  expect(answer.status).toBe(expected);
  expect(authProblemSchema.parse(await answer.json()).message).toMatch(/^[A-Z].*[.e]$/u);
});

test('visitors and other websites cannot change it', async () => {
  expect((await change(ada.password, newPassword, createAccountClient(url))).status).toBe(401);
  const body = { currentPassword: ada.password, newPassword };
  expect((await browser.post(path, body, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await createAccountClient(url).signIn(ada)).status).toBe(200);
});

test('a Google account is told how to get one', async () => {
  const { email } = makePerson();
  server.provider.signInAs({ sub: email, email, emailVerified: true });
  const client = createAccountClient(url);
  await signInWithGoogle(client, url);
  const answer = await change('a guess', newPassword, client);
  expect([answer.status, authProblemSchema.parse(await answer.json()).message]).toEqual([
    409,
    t(accountErrors.hasNoPassword),
  ]);
});

test('passwords are compared exactly: capitals, blanks at the ends and full length', async () => {
  const typed = ` ${'Nine Looms of numbers, '.repeat(4)} `;
  await change(ada.password, typed);
  const others = [typed.toUpperCase(), typed.trim(), ` ${typed}`, `${typed}x`, typed.slice(0, 72)];
  for (const password of others) expect((await somewhere().signIn({ ...ada, password })).status).toBe(401);
  expect((await somewhere().signIn({ ...ada, password: typed })).status).toBe(200);
});
