// @module-tag long
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contactMessages, mails } from '#server/database/schema.ts';
import { makeContactForm, postContactForm } from '../support/contact-form.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { waitUntilAllSent } from '../support/queued-work.ts';
import { withDatabase } from '../support/read-all-tables.ts';
import { createServerProcesses, killServer, stopServer } from '../support/server-processes.ts';
import type { Environment, ServerProcess } from '../support/start-server.ts';

/*
A mail is identified by its Message-ID. Whether it was sent is unknown between the mail server's acceptance and our
record of it: a process killed there sends it again under the same Message-ID, at most once a kill, which is counted.
*/

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
    MAIL_FROM: 'Benshi <benshi@example.org>',
    CONTACT_TO: 'team@example.org',
    TRUST_PROXY: '127.0.0.1',
    ...environment,
  });
}

function readTables(environment: Environment = {}) {
  return withDatabase({ DATA_DIR: dataDir, ...environment }, async queries => ({
    messages: await queries.select().from(contactMessages),
    mails: await queries.select().from(mails),
  }));
}

/** Messages that wait to be sent; an unanswered one is sent again, as a person would. */
function makeSenders(count: number) {
  const waiting = Array.from({ length: count }, (_, index) => `Message ${index} of ${count}.`);
  const acknowledged = new Set<string>();
  let triesInVain = 0;
  async function send(url: string): Promise<void> {
    const message = waiting.shift();
    // The other senders have the last ones, and may return them.
    if (message === undefined) return wait(5);
    try {
      const answer = await postContactForm(url, makeContactForm({ message }));
      expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
      acknowledged.add(message);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      triesInVain += 1;
      waiting.push(message);
    }
  }
  return {
    acknowledged,
    isDone: () => acknowledged.size === count,
    get triesInVain() {
      return triesInVain;
    },
    send,
  };
}

/** Messages that came by mail, each counted once, and how many came repeatedly. */
function readMailbox(servers: readonly Pick<MailServer, 'mails'>[]) {
  const all = servers.flatMap(({ mails: taken }) => taken);
  const byId = new Map(all.map(mail => [mail.messageId, mail]));
  const messages = [...byId.values()].map(({ text = '' }) => /Message \d+ of \d+\./u.exec(text)?.[0]);
  return { ids: [...byId.keys()], messages, repeated: all.length - byId.size };
}

/**
 * When to kill a server: after this many messages since its start, and this many milliseconds. Each state is met:
 * nothing accepted; storing; mails being sent (one in the mail server's hands, for a few milliseconds); all sent. More
 * kills would find nothing else, and each costs a start.
 */
const killPoints = [
  { taken: 0, afterMs: 0 },
  { taken: 1, afterMs: 0 },
  { taken: 5, afterMs: 10 },
  { taken: 5, afterMs: 40 },
  { taken: 10, afterMs: 100 },
  { taken: 10, afterMs: 1000 },
];

/** After each kill comes the time in which a job of a dead process is noticed. */
describe('of 100 messages none is lost', { timeout: 600_000 }, () => {
  test('while the server is killed repeatedly: 100 are stored, and 100 are mailed', async () => {
    const senders = makeSenders(100);
    for (const { taken, afterMs } of killPoints) {
      const server = await start();
      const share = senders.acknowledged.size + taken;
      const killed = (async () => {
        while (senders.acknowledged.size < share) await wait(1);
        await wait(afterMs);
        await killServer(server);
      })();
      // However fast the machine is, some are left for later kills.
      const most = share + 4;
      const lanes = Array.from({ length: 4 }, async () => {
        while (server.process.exitCode === null && server.process.signalCode === null)
          await (senders.acknowledged.size < most ? senders.send(server.url) : wait(5));
      });
      await Promise.all([killed, ...lanes]);
    }
    const survivor = await start();
    while (!senders.isDone()) await senders.send(survivor.url);
    await killServer(survivor);
    const kills = killPoints.length + 1;

    // Messages stored without an answer are mailed, too.
    const due = (await readTables()).mails.map(({ id }) => `<${id}@example.org>`).sort();
    const last = await start();
    await waitUntilAllSent(last.url);
    expect(readMailbox([mailServer]).ids.sort()).toEqual(due);
    await stopServer(last);

    const kept = await readTables();
    const mailbox = readMailbox([mailServer]);
    const expected = [...senders.acknowledged].sort();
    expect(expected).toHaveLength(100);
    expect([...new Set(kept.messages.map(({ message }) => message))].sort()).toEqual(expected);
    expect([...new Set(mailbox.messages)].sort()).toEqual(expected);
    expect(kept.messages.length).toBeLessThanOrEqual(100 + senders.triesInVain);
    expect(mailbox.messages.sort()).toEqual(kept.messages.map(({ message }) => message).sort());
    for (const mail of kept.mails) expect(mail).toMatchObject({ sentAt: expect.any(Date), body: '' });
    expect(mailbox.repeated).toBeLessThanOrEqual(kills);
  });

  test('while the mail server is down or crashes at random moments', async () => {
    const server = await start();
    const port = Number(new URL(mailServer.url).port);
    const servers = [mailServer];
    await mailServer.crash();
    const senders = makeSenders(100);
    // No answer waits for the mail server.
    while (senders.acknowledged.size < 50) await senders.send(server.url);
    expect(senders.triesInVain).toBe(0);

    let crashes = 0;
    for (; !senders.isDone() || crashes < 10; crashes += 1) {
      mailServer = await startMailServer({ port });
      servers.push(mailServer);
      await Promise.all(Array.from({ length: 10 }, () => senders.send(server.url)));
      await wait(Math.random() * 1500);
      await mailServer.crash();
    }
    mailServer = await startMailServer({ port });
    servers.push(mailServer);
    await waitUntilAllSent(server.url);
    expect(readMailbox(servers).messages.sort()).toEqual([...senders.acknowledged].sort());
    await stopServer(server);
    expect((await readTables()).messages).toHaveLength(100);
    // Only mails accepted without a reply came again.
    expect(readMailbox(servers).repeated).toBeLessThanOrEqual(crashes);
  });
});

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
