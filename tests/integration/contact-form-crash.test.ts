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
 * A mail is known by its Message-ID, as mailboxes know it. Between the moment in which a mail server says that it took a
 * mail and the moment in which that is written down, nobody can know: a process that is killed there sends it again under
 * the same Message-ID, because the other way would lose it. That happens at most once a kill, and that is counted, too.
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

/** So many messages that wait to be sent; whoever gets no answer sends again, as a person does. */
function makeSenders(count: number) {
  const waiting = Array.from({ length: count }, (_, index) => `Message ${index} of ${count}.`);
  const acknowledged = new Set<string>();
  let triesInVain = 0;
  async function send(url: string): Promise<void> {
    const message = waiting.shift();
    // The others have the last ones, and may give them back.
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

/** The messages that came by mail, each mail once however often it came, and how many came more than once. */
function readMailbox(servers: readonly Pick<MailServer, 'mails'>[]) {
  const all = servers.flatMap(({ mails: taken }) => taken);
  const byId = new Map(all.map(mail => [mail.messageId, mail]));
  const messages = [...byId.values()].map(({ text = '' }) => /Message \d+ of \d+\./u.exec(text)?.[0]);
  return { ids: [...byId.keys()], messages, repeated: all.length - byId.size };
}

/**
 * When a server is killed: so many messages were taken since its start, so many milliseconds ago. The states in which a kill
 * can find it are few, and each is met: nothing was taken yet; something was, while the next ones are being stored; mails
 * go out, of which one may be in the mail server's hands (a mail takes a few milliseconds, so the waits differ); all mails
 * are out. More kills, or random ones, would find nothing else, and each costs a start.
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
  test('while the server is killed again and again: 100 are stored, and 100 are mailed', async () => {
    const senders = makeSenders(100);
    for (const { taken, afterMs } of killPoints) {
      const server = await start();
      const share = senders.acknowledged.size + taken;
      const killed = (async () => {
        while (senders.acknowledged.size < share) await wait(1);
        await wait(afterMs);
        await killServer(server);
      })();
      // However fast the machine is, some are left for the kills to come.
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

    // What was stored without an answer that came is mailed, too.
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

  test('while the mail server is away, and while it crashes at random moments', async () => {
    const server = await start();
    const port = Number(new URL(mailServer.url).port);
    const servers = [mailServer];
    await mailServer.crash();
    const senders = makeSenders(100);
    // Nobody waits for the mail server: what is stored is acknowledged.
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
    // What it took without having said so came again; nothing else did.
    expect(readMailbox(servers).repeated).toBeLessThanOrEqual(crashes);
  });
});

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
