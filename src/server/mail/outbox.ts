import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { mails } from '../database/schema.ts';
import type { Job, JobQueue } from '../jobs/job-queue.ts';
import type { MailText } from './mail-texts.ts';
import type { MailTransport } from './mail-transport.ts';

/** Who was written to is nobody's business for long; the daily sweep (src/server/privacy/sweep.ts) sees to it. */
export const keepSentMailDays = 7;
/** No mail server has taken it for so long, and nobody tries any more. */
export const keepUnsentMailDays = 30;

export interface QueuedMail extends MailText {
  readonly recipient: string;
  /** Whose account it is about: with the account it goes. Null: nobody's. */
  readonly uid: string | null;
  /** Whom an answer goes to, when that is not whom our mails come from. */
  readonly replyTo?: { readonly name: string; readonly address: string } | undefined;
}

interface OutboxParts {
  readonly queries: Queries;
  readonly queue: JobQueue;
}

/**
 * Takes a mail to be sent. Its row and its job are written together, and with whatever else the running transaction
 * writes: a mail exists exactly if what it is about does.
 */
export function queueMail({ queries, queue }: OutboxParts, { replyTo, ...mail }: QueuedMail): Promise<void> {
  const values = { ...mail, replyToName: replyTo?.name, replyToAddress: replyTo?.address };
  return queries.transaction(async () => {
    const [row] = await queries.insert(mails).values(values).returning({ id: mails.id });
    if (row) await queue.send('mail', { mailId: row.id });
  });
}

/**
 * Sends the mail of a job, if it was not sent yet. A process that is killed after the mail server took the mail and
 * before that is written down sends it again under the same Message-ID, by which mailboxes know it as the same.
 */
export async function sendQueuedMail(
  queries: Queries,
  transport: MailTransport,
  { data, complete }: Job<'mail'>,
): Promise<void> {
  const [mail] = await queries.select().from(mails).where(eq(mails.id, data.mailId));
  if (mail && mail.sentAt === null) await transport.send(mail);
  await queries.transaction(async () => {
    if (mail) await queries.update(mails).set(forgotten()).where(eq(mails.id, mail.id));
    await complete();
  });
}

/** Links in mails are secrets, and so is what people write to us: neither is kept here longer than needed. */
function forgotten() {
  return { sentAt: new Date(), subject: '', body: '', replyToName: null, replyToAddress: null };
}

const dayMs = 24 * 3600 * 1000;

/** Deletes mails that lie in the outbox for longer than so many days. A folder that is not there holds none. */
export async function sweepMailFiles(outbox: string, keepDays: number): Promise<void> {
  const names = await readdir(outbox).catch(() => []);
  for (const path of names.filter(name => name.endsWith('.eml')).map(name => join(outbox, name))) {
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - keepDays * dayMs) await rm(path, { force: true });
  }
}
