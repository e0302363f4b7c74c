import { eq, lt, sql } from 'drizzle-orm';
import type { Queries } from '../database/open-database.ts';
import { mails } from '../database/schema.ts';
import type { Job, JobQueue } from '../jobs/job-queue.ts';
import type { MailCarrier } from './mail-carrier.ts';
import type { MailText } from './mail-texts.ts';

export interface PostedMail extends MailText {
  readonly recipient: string;
}

interface PostBoxParts {
  readonly queries: Queries;
  readonly queue: JobQueue;
}

/**
 * Takes a mail to be sent. Its row and its job are written together, and with whatever else the running transaction
 * writes: a mail exists exactly if what it is about does.
 */
export function postMail({ queries, queue }: PostBoxParts, mail: PostedMail): Promise<void> {
  return queries.transaction(async () => {
    const [row] = await queries.insert(mails).values(mail).returning({ id: mails.id });
    if (row) await queue.send('mail', { mailId: row.id });
  });
}

/**
 * Sends the mail of a job, if it was not sent yet. A process that is killed after the mail server took the mail and
 * before that is written down sends it again under the same Message-ID, by which mailboxes know it as the same.
 */
export async function sendPostedMail(
  queries: Queries,
  carrier: MailCarrier,
  { data, complete }: Job<'mail'>,
): Promise<void> {
  const [mail] = await queries.select().from(mails).where(eq(mails.id, data.mailId));
  if (mail && mail.sentAt === null) await carrier.send(mail);
  await queries.transaction(async () => {
    // Links in mails are secrets: they are kept no longer than needed.
    if (mail) await queries.update(mails).set({ sentAt: new Date(), body: '' }).where(eq(mails.id, mail.id));
    // Who was written to is nobody's business for long.
    await queries.delete(mails).where(lt(mails.sentAt, sql`now() - interval '7 days'`));
    await complete();
  });
}
