// @module-tag long
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeVideoForm } from '../support/requests.ts';
import { createServerProcesses, stopServer } from '../support/server-processes.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { findFreePort } from '../support/start-postgres.ts';
import { type Environment, type ServerProcess, testSecret } from '../support/start-server.ts';

const run = promisify(execFile);
const premiumCommand = fileURLToPath(new URL('../../src/cli/premium.ts', import.meta.url));

const postgres = sharePostgres();
let mailServer: MailServer;
let provider: OpenAiStandIn;
let shared: Environment;
const processes = createServerProcesses();

beforeAll(async () => {
  mailServer = await startMailServer();
  provider = await startOpenAiStandIn();
});
afterAll(async () => {
  await provider.close();
  await mailServer.close();
  await postgres[Symbol.asyncDispose]();
});
beforeEach(async () => {
  shared = {
    DATABASE_URL: await postgres.createDatabase(),
    AUTH_SECRET: testSecret,
    PUBLIC_URL: 'http://localhost:4999',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'benshi@example.org',
    OPENAI_BASE_URL: provider.baseUrl,
  };
});
afterEach(() => processes.end());

async function start(environment: Environment = {}): Promise<ServerProcess> {
  return processes.start({ ...shared, PORT: String(await findFreePort()), ...environment });
}

/** The same browser, whose next request a balancer sends to another process. */
function moveTo(server: ServerProcess, client: AccountClient): AccountClient {
  const moved = createAccountClient(server.url);
  for (const [name, value] of client.cookies) moved.keepCookie(name, value);
  return moved;
}

/** Sends the origin of a page at PUBLIC_URL. */
const fromPage = { origin: 'http://localhost:4999' };

describe('two servers on one Postgres', () => {
  test('share sessions, and their end', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const ada = makePerson();
    const here = createAccountClient(first.url);
    expect((await here.post('/api/auth/sign-up/email', ada, fromPage)).status).toBe(200);
    const there = moveTo(second, here);
    expect(await (await there.get('/api/me')).json()).toMatchObject({ email: ada.email });
    expect((await there.post('/api/auth/sign-out', {}, fromPage)).status).toBe(200);
    expect((await here.get('/api/me')).status).toBe(401);
  });

  test('share limits', { tags: 'long' }, async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const ada = makePerson();
    await createAccountClient(first.url).post('/api/auth/sign-up/email', ada, fromPage);
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const client = createAccountClient((count % 2 === 0 ? first : second).url);
      const body = { email: ada.email, password: 'a wrong pass phrase' };
      statuses.push((await client.post('/api/auth/sign-in/email', body, fromPage)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('share the daily narrations', { tags: 'long' }, async () => {
    const quota = { STANDARD_NARRATIONS_PER_DAY: '3' };
    const [first, second] = await Promise.all([start(quota), start(quota)]);
    const here = createAccountClient(first.url);
    await here.post('/api/auth/sign-up/email', makePerson(), fromPage);
    const there = moveTo(second, here);
    const video = new Uint8Array(await makeTitledClip({ seconds: 1 }));
    const answers = await Promise.all(
      [here, there, here, there, here, there].map(client =>
        client.postForm('/create_script', makeVideoForm(video), fromPage),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await (await there.get('/api/me')).json()).toMatchObject({ narrations: { remaining: 0 } });
  });

  test('leave the mails to a worker, and links of one work at the other', { tags: 'long' }, async () => {
    const [first, second] = await Promise.all([start({ ROLE: 'web' }), start({ ROLE: 'web' })]);
    const ada = makePerson();
    const here = createAccountClient(first.url);
    await here.post('/api/auth/sign-up/email', ada, fromPage);
    await here.post('/api/auth/request-password-reset', { email: ada.email }, fromPage);
    expect(mailServer.mails.filter(mail => mail.to?.[0]?.address === ada.email)).toEqual([]);

    const worker = await start({ ROLE: 'worker' });
    const link = findLink(await mailServer.waitForMail(ada.email, t(mailMessages.resetSubject)));
    expect(link.origin).toBe('http://localhost:4999');
    const body = { newPassword: 'another fine phrase', token: link.searchParams.get('token') };
    const there = createAccountClient(second.url);
    expect((await there.post('/api/auth/reset-password', body, fromPage)).status).toBe(200);
    expect((await here.get('/api/me')).status).toBe(401);

    await stopServer(worker);
  });

  test('give the premium plan at once to an account named on the command line', {
    tags: 'long',
  }, async () => {
    const server = await start();
    const ada = makePerson();
    const person = createAccountClient(server.url);
    await person.post('/api/auth/sign-up/email', ada, fromPage);
    const link = findLink(await mailServer.waitForMail(ada.email, t(mailMessages.verificationSubject)));
    await person.get(link.pathname + link.search);
    const env = { ...childEnvironment, ...shared };
    const command = (...args: string[]) => run(process.execPath, [premiumCommand, ...args], { env });
    const plan = async () => (await (await person.get('/api/me')).json()).plan;

    expect(await plan()).toBe('standard');
    await command('add', ada.email.toUpperCase());
    expect(await plan()).toBe('premium');
    expect((await command('list')).stdout).toMatch(
      new RegExp(`^${ada.email}\\tverified\\tcommand line\\t\\d{4}-`, 'mu'),
    );
    await command('remove', ada.email);
    expect(await plan()).toBe('standard');
    await expect(command('add', 'nobody')).rejects.toMatchObject({ code: 2 });
  });
});

test('the command line says what to do while a server uses the embedded database', {
  tags: 'long',
}, async () => {
  const server = await processes.start();
  const env = { ...childEnvironment, DATA_DIR: server.dataDir };
  await expect(run(process.execPath, [premiumCommand, 'list'], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Stop the server first'),
  });
});
