import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { makePerson } from '../support/account-client.ts';
import {
  guessFromEverywhere,
  lockoutMail,
  openElsewhere,
  readToken,
  signUpAndConfirm,
  startLockoutServer,
} from '../support/lockout.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { endMailedLinks, findRows, readAllTables } from '../support/read-all-tables.ts';
import type { Environment, InnerServer } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

// The link that is mailed when wrong guesses of others lock an account.

let folder: TemporaryFolder;
let environment: Environment;
let mailServer: MailServer;
let server: InnerServer;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  environment = { DATA_DIR: folder.path };
  mailServer = await startMailServer();
  server = await startLockoutServer(environment, mailServer);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailServer.close();
  await folder[Symbol.asyncDispose]();
  expect(server.logged.join('\n')).not.toMatch(/example\.org|token=/u);
});

const elsewhere = () => openElsewhere(server.url);
const lockOut = async (email: string) =>
  expect((await guessFromEverywhere(server.url, email, 4)).at(-1)).toBe(429);
const useLink = (link: URL, client = elsewhere()) =>
  client.post('/api/auth/sign-in/link', { token: readToken(link) });
const readEmail = async (client = elsewhere()) => (await (await client.get('/api/me')).json()).email;

async function getLink(): Promise<{ email: string; link: URL }> {
  const { person } = await signUpAndConfirm(server.url, mailServer);
  await lockOut(person.email);
  return { email: person.email, link: findLink(await mailServer.waitForMail(person.email, lockoutMail)) };
}

test('is not used up by a mail program that opens it, and works once, also concurrently', {
  tags: 'long',
}, async () => {
  const { email, link } = await getLink();
  for (const method of ['GET', 'HEAD'])
    expect((await fetch(`${server.url}${link.pathname}${link.search}`, { method })).status).not.toBe(404);
  expect((await elsewhere().get(`/api/auth/sign-in/link${link.search}`)).status).toBe(405);
  const browsers = [elsewhere(), elsewhere()];
  const answers = await Promise.all(browsers.map(browser => useLink(link, browser)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const winner = browsers[answers.findIndex(({ ok }) => ok)];
  expect(await readEmail(winner)).toBe(email);
  const again = await useLink(link);
  expect([again.status, await again.json()]).toMatchObject([400, { code: 'INVALID_TOKEN' }]);
});

test("makes a new session, and ends the browser's former one", async () => {
  const { link } = await getLink();
  const browser = elsewhere();
  await browser.signUp(makePerson());
  const before = elsewhere();
  for (const [name, value] of browser.cookies) before.keepCookie(name, value);
  expect((await useLink(link, browser)).status).toBe(200);
  expect((await browser.get('/api/me')).status).toBe(200);
  expect((await before.get('/api/me')).status).toBe(401);
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

test('opens nothing after an hour', { tags: 'long' }, async () => {
  const { link } = await getLink();
  const { port } = server;
  await server.stop(1000);
  await endMailedLinks(environment);
  server = await startLockoutServer(environment, mailServer, port);
  expect((await useLink(link)).status).toBe(400);
});

test('is no link for a new password, nor the other way round', { tags: 'long' }, async () => {
  const { email, link } = await getLink();
  const set = await elsewhere().post('/api/auth/reset-password', {
    newPassword: 'a fine new pass phrase',
    token: readToken(link),
  });
  expect(set.status).toBe(400);
  await elsewhere().post('/api/auth/request-password-reset', { email });
  expect(
    (await useLink(findLink(await mailServer.waitForMail(email, t(mailMessages.resetSubject))))).status,
  ).toBe(400);
  expect((await useLink(link)).status).toBe(200);
});

test("leads to this server whatever the request's host, and its secret is not in the database", async () => {
  const { person } = await signUpAndConfirm(server.url, mailServer);
  await guessFromEverywhere(server.url, person.email, 3);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  await elsewhere().post('/api/auth/sign-in/email', person, headers);
  const link = findLink(await mailServer.waitForMail(person.email, lockoutMail));
  expect(link.origin).toBe(`http://localhost:${server.port}`);
  const { port } = server;
  await server.stop(1000);
  const tables = await readAllTables(environment);
  server = await startLockoutServer(environment, mailServer, port);
  expect(findRows(tables, [readToken(link)])).toEqual([]);
  expect((await useLink(link)).status).toBe(200);
});

test('is deleted with its account, and opens no later account of the same address', {
  tags: 'long',
}, async () => {
  const { person, browser } = await signUpAndConfirm(server.url, mailServer);
  await lockOut(person.email);
  const link = findLink(await mailServer.waitForMail(person.email, lockoutMail));
  const { uid } = await (await browser.get('/api/me')).json();
  const deletion = { uid, password: person.password };
  expect((await browser.post('/api/account/deletion', deletion)).status).toBe(204);
  await elsewhere().signUp({ ...person, name: 'Somebody else' });
  expect((await useLink(link)).status).toBe(400);
});

test('is a reset link where the address was never verified', { tags: 'long' }, async () => {
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
