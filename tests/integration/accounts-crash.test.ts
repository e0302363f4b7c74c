// @module-tag long
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { account, user } from '#server/database/auth-schema.ts';
import { mails, narrationLog, users } from '#server/database/schema.ts';
import { createAccountClient, makePerson, type Person } from '../support/account-client.ts';
import { pauseInTheMiddle } from '../support/broken-answers.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { makeClip } from '../support/make-clip.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { untilTakenOver, waitUntilAllSent } from '../support/queued-work.ts';
import { withDatabase } from '../support/read-all-tables.ts';
import { makeVideoForm, wantsProgress } from '../support/requests.ts';
import { createServerProcesses, killServer, stopServer } from '../support/server-processes.ts';
import type { Environment, ServerProcess } from '../support/start-server.ts';

let dataDir: string;
let mailServer: MailServer;
const processes = createServerProcesses();

beforeEach(async () => {
  dataDir = processes.makeDataFolder();
  mailServer = await startMailServer();
});
afterEach(async () => {
  await processes.end();
  await mailServer.close();
});

function start(environment: Environment = {}): Promise<ServerProcess> {
  return processes.start({
    DATA_DIR: dataDir,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'benshi@example.org',
    TRUST_PROXY: '127.0.0.1,::1',
    ...environment,
  });
}

/** Each mailbox's mails by Message-ID, which is how mailboxes tell mails apart. */
function countMails(email: string): number {
  const own = mailServer.mails.filter(mail => mail.to?.[0]?.address === email);
  return new Set(own.map(mail => mail.messageId)).size;
}

/** Several starts, and the time in which a job of a dead process is noticed. */
const crashes = { timeout: 600_000 };

describe('a server that is killed', crashes, () => {
  test('in the middle of registrations has made each of them whole, or not at all', async () => {
    const acknowledged: Person[] = [];
    const asked: Person[] = [];
    // How many were answered when the server is killed, while the others are under way: a kill before any of them, one at
    // the first, when the others are half done, and one when most are. A kill between two of these finds nothing else.
    for (const answered of [0, 1, 5]) {
      const server = await start();
      const { promise: enough, resolve: stop } = Promise.withResolvers<void>();
      let left = answered;
      const tries = Array.from({ length: 8 }, async (_, index) => {
        const person = makePerson();
        asked.push(person);
        const client = createAccountClient(server.url, `192.0.${answered}.${index}`);
        const answer = await client.signUp(person).catch(() => undefined);
        if (answer?.status === 200) acknowledged.push(person);
        left -= 1;
        if (left <= 0) stop();
      });
      if (answered > 0) await enough;
      await killServer(server);
      await Promise.all(tries);
    }

    const found = await withDatabase({ DATA_DIR: dataDir }, async queries =>
      queries
        .select({
          email: user.email,
          hasProfile: sql<boolean>`${users.uid} is not null`,
          hasPassword: sql<boolean>`${account.password} is not null`,
          mails: sql<number>`(select count(*)::int from ${mails} where ${mails.recipient} = ${user.email})`,
        })
        .from(user)
        .leftJoin(users, eq(users.uid, user.id))
        .leftJoin(account, eq(account.userId, user.id)),
    );
    const addresses = found.map(({ email }) => email);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const person of acknowledged) expect(addresses).toContain(person.email);
    for (const each of found) expect(each).toMatchObject({ hasProfile: true, hasPassword: true, mails: 1 });

    // Whoever got no answer tries again, and all mails come.
    const server = await start();
    for (const [index, person] of asked.entries()) {
      const client = createAccountClient(server.url, `198.51.100.${index}`);
      const isMade = addresses.includes(person.email);
      expect((await (isMade ? client.signIn(person) : client.signUp(person))).status).toBe(200);
    }
    await expect
      .poll(() => asked.map(({ email }) => countMails(email)), untilTakenOver)
      .toEqual(asked.map(() => 1));
  });

  test('while the mail server has its mail sends it after the restart, and once', async () => {
    const ada = makePerson();
    const { promise: given, resolve: give } = Promise.withResolvers<void>();
    let server = await start();
    const first = server;
    mailServer.beforeTaking(async () => {
      mailServer.beforeTaking(async () => {});
      await killServer(first);
      give();
      // It never told the server that it took the mail, so it did not.
      throw new Error('The client is gone.');
    });
    // The mail may come before the answer, which then never comes.
    const asked = createAccountClient(server.url, '192.0.2.1')
      .signUp(ada)
      .catch(() => undefined);
    await given;
    await asked;
    expect(countMails(ada.email)).toBe(0);

    server = await start();
    await mailServer.waitForMail(ada.email, 'confirm your e-mail');
    await waitUntilAllSent(server.url);
    await stopServer(server);
    expect(countMails(ada.email)).toBe(1);
    expect(
      await withDatabase({ DATA_DIR: dataDir }, async queries => queries.select().from(mails)),
    ).toMatchObject([{ body: '', sentAt: expect.any(Date) }]);
  });

  test('after it promised a mail with a link sends it after the restart', async () => {
    const ada = makePerson();
    const first = await start();
    const client = createAccountClient(first.url, '192.0.2.1');
    await client.signUp(ada);
    mailServer.refuseNext(1000);
    expect((await client.post('/api/auth/request-password-reset', { email: ada.email })).status).toBe(200);
    await killServer(first);
    mailServer.refuseNext(0);
    await start();
    await mailServer.waitForMail(ada.email, 'new password');
    // The mail of the registration may have been in the hands of the dead process, and come later than the one that waited.
    await expect.poll(() => countMails(ada.email), untilTakenOver).toBe(2);
  });

  test('in the middle of a narration leaves no video and no half script', async () => {
    const provider = await startOpenAiStandIn();
    const { promise: forEver } = Promise.withResolvers<void>();
    const ada = makePerson();
    const video = new Uint8Array(await makeClip({ seconds: 1, width: 64, height: 48 }));
    for (const call of ['vision', 'script'] as const) {
      provider.reset();
      provider.always(call, pauseInTheMiddle(forEver));
      const server = await start({ OPENAI_BASE_URL: provider.baseUrl });
      const client = createAccountClient(server.url, '192.0.2.1');
      await (call === 'vision' ? client.signUp(ada) : client.signIn(ada));
      const reached = provider.waitForRequest(call);
      const answer = client
        .postForm('/create_script', makeVideoForm(video), wantsProgress)
        .then(response => response.text())
        .catch(() => 'cut off');
      await reached;
      await killServer(server);
      expect(await answer).not.toContain('"script"');
    }

    provider.reset();
    const server = await start({ OPENAI_BASE_URL: provider.baseUrl });
    expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
    const client = createAccountClient(server.url, '192.0.2.1');
    await client.signIn(ada);
    expect((await client.postForm('/create_script', makeVideoForm(video))).status).toBe(200);
    await stopServer(server);
    expect(
      await withDatabase({ DATA_DIR: dataDir }, async queries => queries.select().from(narrationLog)),
    ).toHaveLength(1);
    await provider.close();
  });
});
