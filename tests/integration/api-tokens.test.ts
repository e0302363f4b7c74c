import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createdTokenSchema, type TokenScope, tokensAnswerSchema } from '#shared/api/tokens.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { tokenErrors } from '#shared/messages/token-errors.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { readToken } from '../support/lockout.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { createMeteredEngines, usualPrices, writePrices } from '../support/metered-engines.ts';
import { postJson } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const engines = createMeteredEngines();
let folder: TemporaryFolder;
let mailServer: MailServer;
let server: InnerServer;
let ada: Person;
let owner: AccountClient;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  mailServer = await startMailServer();
  server = await startTestServer({
    engines,
    environment: {
      PRICES_FILE: await writePrices(folder, usualPrices),
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Benshi <benshi@example.org>',
    },
  });
  ada = makePerson();
  owner = createAccountClient(server.url);
  await owner.signUp(ada);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailServer.close();
  await folder[Symbol.asyncDispose]();
});

const tokensPath = '/api/account/tokens';

async function createToken(scopes: TokenScope[], client = owner) {
  const answer = await client.post(tokensPath, { name: 'Nightly build', scopes });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
  return createdTokenSchema.strict().parse(await answer.json());
}

async function listTokens(client = owner) {
  return tokensAnswerSchema.strict().parse(await (await client.get(tokensPath)).json()).tokens;
}

const revoke = ({ id }: { id: string }) => owner.delete(`${tokensPath}/${id}`);

/** A call of a program: without cookies and `Origin`. */
const get = (path: string, authorization: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { authorization, ...headers } });

const writeScript = (token: string, headers: Record<string, string> = {}) =>
  postJson(
    `${server.url}/api/script`,
    { analysis: 'A dog runs.', prompt: 'Tell it.', language: 'English', durationSeconds: 20 },
    { headers: { authorization: `Bearer ${token}`, ...headers } },
  );

async function readRefusal(answer: Response) {
  const { error } = await answer.json();
  return [answer.status, error.message, answer.headers.get('www-authenticate')];
}

const invalid = [401, t(tokenErrors.invalid), 'Bearer error="invalid_token"'];

test('a token is shown once, and its owner gets a mail', async () => {
  const { token, ...shown } = await createToken(['narrate', 'read projects']);
  expect(token).toMatch(/^benshi_[0-9a-f]{72}$/u);
  expect(await listTokens()).toContainEqual(shown);
  expect(JSON.stringify(await (await owner.get('/api/account/export')).json())).not.toContain(token);
  const mail = await mailServer.waitForMail(ada.email, t(mailMessages.tokenSubject));
  expect(mail.text).toContain(`${server.url.replace('127.0.0.1', 'localhost')}/account`);
  expect(mail.text).not.toContain(token);
});

test('a program narrates with a token, whose use and cost are counted', async () => {
  const token = await createToken(['narrate']);
  expect((await writeScript(token.token)).status).toBe(200);
  expect((await get('/api/me', `bearer  ${token.token}`)).status).toBe(200);
  const [used] = await listTokens();
  expect(used).toMatchObject({ id: token.id, calls: 1, dollars: 0.0015, usedAt: expect.any(String) });
  const costs = await (await get('/api/account/costs', `Bearer ${token.token}`)).json();
  expect(costs.total.dollars).toBe(0.0015);
});

test('a token may do what its scopes say, and never manages the account', async () => {
  const { token } = await createToken(['read projects', 'write projects']);
  expect(await readRefusal(await writeScript(token))).toEqual([
    403,
    t(tokenErrors.lacksScope, { scope: 'narrate' }),
    'Bearer error="insufficient_scope"',
  ]);
  for (const path of [tokensPath, '/api/account', '/api/account/export', '/api/profile'])
    expect(await readRefusal(await get(path, `Bearer ${token}`)), path).toEqual([
      403,
      t(tokenErrors.needsSession),
      null,
    ]);
});

test('a token works from anywhere but the pages of others, and only in the header', async () => {
  const { token } = await createToken(['narrate']);
  expect(await readRefusal(await writeScript(token, { origin: 'https://other.example' }))).toEqual([
    403,
    t(requestErrors.otherWebsite),
    null,
  ]);
  expect(await readRefusal(await fetch(`${server.url}/api/me?access_token=${token}`))).toEqual([
    401,
    t(errorMessages.unauthorized),
    'Bearer',
  ]);
});

test('a call with a session and a token is the token’s; other ways to authorize are not read', async () => {
  const bob = createAccountClient(server.url);
  await bob.signUp(makePerson());
  const { token } = await createToken(['narrate']);
  const readEmail = async (authorization: string) =>
    (await (await bob.get('/api/me', { authorization })).json()).email;
  expect(await readEmail(`Bearer ${token}`)).toBe(ada.email);
  expect(await readEmail('Basic YWRhOmxvb20=')).not.toBe(ada.email);
  expect(await readRefusal(await bob.get('/api/me', { authorization: `Bearer ${token}0` }))).toEqual(invalid);
  expect(await readRefusal(await bob.get('/api/me', { authorization: 'Bearer' }))).toEqual(invalid);
});

test('a revoked token opens nothing, and a script that it is writing ends', async () => {
  const token = await createToken(['narrate']);
  const bob = createAccountClient(server.url);
  await bob.signUp(makePerson());
  const foreign = await bob.delete(`${tokensPath}/${token.id}`);
  expect(foreign.status).toBe(404);

  const asked = Promise.withResolvers<void>();
  engines.before = async (_step, signal) => {
    asked.resolve();
    await once(signal, 'abort');
    signal.throwIfAborted();
  };
  const streamed = writeScript(token.token, { accept: 'application/x-ndjson' });
  await asked.promise;
  expect((await revoke(token)).status).toBe(204);
  engines.before = async () => {};
  expect(await (await streamed).text()).toContain(t(tokenErrors.revoked));
  expect(await readRefusal(await writeScript(token.token))).toEqual(invalid);
  expect((await revoke(token)).status).toBe(404);
});

test('a password that is set by e-mail revokes all tokens', async () => {
  const bob = makePerson();
  const client = createAccountClient(server.url);
  await client.signUp(bob);
  const { token } = await createToken(['narrate'], client);
  await client.post('/api/auth/request-password-reset', { email: bob.email });
  const link = findLink(await mailServer.waitForMail(bob.email, t(mailMessages.resetSubject)));
  const reset = { newPassword: 'a second loom of numbers', token: readToken(link) };
  expect((await client.post('/api/auth/reset-password', reset)).status).toBe(200);
  expect(await readRefusal(await get('/api/me', `Bearer ${token}`))).toEqual(invalid);
});

test('of a thousand wrong tokens in a minute most are refused at once, and a right one still works', async () => {
  const { token } = await createToken(['narrate']);
  const wrong = Array.from(
    { length: 1000 },
    (_, index) => token.slice(0, -4) + String(index).padStart(4, '0'),
  ).filter(guess => guess !== token);
  const statuses: number[] = [];
  while (wrong.length > 0)
    for (const answer of await Promise.all(wrong.splice(0, 50).map(each => get('/api/me', `Bearer ${each}`))))
      statuses.push(answer.status);
  const counts = Map.groupBy(statuses, status => status);
  expect([...counts.keys()].sort()).toEqual([401, 429]);
  expect(counts.get(429)?.length).toBeGreaterThan(500);
  expect((await get('/api/me', `Bearer ${token}`)).status).toBe(200);
  expect(server.logged.join('\n')).not.toContain('benshi_');
});

test('an account has at most twenty tokens, each with a name and a right', async () => {
  const cara = createAccountClient(server.url);
  await cara.signUp(makePerson());
  const create = (body: object) => cara.post(tokensPath, body);
  expect((await create({ name: ' ', scopes: ['narrate'] })).status).toBe(400);
  expect((await create({ name: 'CI', scopes: [] })).status).toBe(400);
  const answers = await Promise.all(
    Array.from({ length: 22 }, () => create({ name: 'CI', scopes: ['narrate'] })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 409, 409]);
});

test('OpenAPI says which calls take a token', async () => {
  const { components, paths } = await (await fetch(`${server.url}/api/openapi.json`)).json();
  expect(Object.keys(components.securitySchemes)).toEqual(['token', 'session']);
  expect(paths['/create_script'].post.security).toEqual([{ token: ['narrate'] }, { session: [] }]);
  expect(paths['/api/projects/{id}/shares'].post.security[0]).toEqual({
    token: ['read projects', 'write projects'],
  });
  expect(paths['/api/account/export'].get.security).toEqual([{ session: [] }]);
  expect(paths['/api/free/script'].post.security).toEqual([]);
});
