import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { FeedbackRequest } from '#shared/api/contact.ts';
import { invitationSeconds, mailedLinkSeconds, verificationLinkSeconds } from '#shared/defaults.ts';
import { describeDuration } from '#shared/describe-values.ts';
import { maxStars } from '#shared/limits.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { type Message, t } from '#shared/messages/message.ts';
import type { Queries } from '../database/database.ts';
import { mails } from '../database/schema.ts';
import type { Job, JobQueue } from '../jobs/job-queue.ts';
import type { SendMail } from './mail-transport.ts';

export interface MailText {
  readonly subject: string;
  readonly body: string;
}

const linkSeconds = {
  reset: mailedLinkSeconds,
  verification: verificationLinkSeconds,
  invitation: invitationSeconds,
} as const;

/** @param link of an invitation: works once, for the invited address only */
export function composeLinkMail(what: keyof typeof linkSeconds, link: string): MailText {
  const body = t(mailMessages[what], { link, time: describeDuration(linkSeconds[what]) });
  return { subject: t(mailMessages[`${what}Subject`]), body };
}

interface LockoutLink {
  /** Signs the owner in, or first asks for a new password. */
  readonly url: string;
  readonly asksForPassword: boolean;
  readonly lockedSeconds: number;
}

export function composeLockoutMail({ url, asksForPassword, lockedSeconds }: LockoutLink): MailText {
  const { lockoutSubject, lockoutWithPassword, lockoutWithoutPassword } = mailMessages;
  const values = {
    link: url,
    time: describeDuration(mailedLinkSeconds),
    lockedTime: describeDuration(lockedSeconds),
  };
  const body = t(asksForPassword ? lockoutWithPassword : lockoutWithoutPassword, values);
  return { subject: t(lockoutSubject), body };
}

/** What was changed in an account: an API token was created, a password set, a provider added as a way to sign in. */
export interface Notice {
  readonly what: 'token' | 'password' | 'signIn';
  readonly provider?: string;
}

/** Without a token's name: who registers a stranger's address could write to them by it. @param link to the account page */
export function composeNoticeMail({ what, provider = '' }: Notice, link: string): MailText {
  const subject: Message<'provider'> = mailMessages[`${what}Subject`];
  const body: Message<'provider' | 'link'> = mailMessages[what];
  return { subject: t(subject, { provider }), body: t(body, { provider, link }) };
}

export function composeContactMail(
  written: Readonly<Record<'name' | 'email' | 'message', string>>,
): MailText {
  const { name } = written;
  return { subject: t(mailMessages.contactSubject, { name }), body: t(mailMessages.contact, written) };
}

export function composeFeedbackMail({ rating: stars, message, email }: FeedbackRequest): MailText {
  const rating =
    stars === undefined ? t(mailMessages.unrated) : t(mailMessages.rating, { rating: stars, most: maxStars });
  return {
    subject: t(mailMessages.feedbackSubject, { rating }),
    body:
      email === undefined
        ? t(mailMessages.feedbackWithoutAddress, { rating, message })
        : t(mailMessages.feedback, { rating, message, email }),
  };
}

/** Limits how long recipients are stored; `sweep` enforces it. */
export const keepSentMailDays = 7;
export const keepUnsentMailDays = 30;

export interface QueuedMail extends MailText {
  readonly recipient: string;
  /** The account it is about; deleted with it. Null: none. */
  readonly uid: string | null;
  /** The Reply-To, if it differs from our sender. */
  readonly replyTo?: { readonly name: string; readonly address: string } | undefined;
}

interface OutboxParts {
  readonly queries: Queries;
  readonly queue: JobQueue;
}

/** Queues a mail. Its row and job are written in the running transaction, so that the mail exists only if that is committed. */
export function queueMail({ queries, queue }: OutboxParts, { replyTo, ...mail }: QueuedMail): Promise<void> {
  const values = { ...mail, replyToName: replyTo?.name, replyToAddress: replyTo?.address };
  return queries.transaction(async () => {
    const [row] = await queries.insert(mails).values(values).returning({ id: mails.id });
    if (row) await queue.send('mail', { mailId: row.id });
  });
}

/**
 * Sends the mail of a job unless already sent. If a process is killed between sending and recording that, the mail is
 * sent again with the same Message-ID, so that mailboxes detect the duplicate.
 */
export async function sendQueuedMail(
  queries: Queries,
  send: SendMail,
  { data, complete }: Job<'mail'>,
): Promise<void> {
  const [mail] = await queries.select().from(mails).where(eq(mails.id, data.mailId));
  if (mail && mail.sentAt === null) await send(mail);
  await queries.transaction(async () => {
    // Links are secrets and messages are personal.
    const erased = { sentAt: new Date(), subject: '', body: '', replyToName: null, replyToAddress: null };
    if (mail) await queries.update(mails).set(erased).where(eq(mails.id, mail.id));
    await complete();
  });
}

const dayMs = 24 * 3600 * 1000;

export async function sweepMailFiles(outbox: string, keepDays: number): Promise<void> {
  const names = await readdir(outbox).catch(() => []);
  for (const path of names.filter(name => name.endsWith('.eml')).map(name => join(outbox, name))) {
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - keepDays * dayMs) await rm(path, { force: true });
  }
}
