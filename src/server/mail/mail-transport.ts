import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { writeWhole } from '../data-folder/open-data-folder.ts';
import type { mails } from '../database/schema.ts';
import { longestMailJobSeconds } from '../jobs/job-queue.ts';

type StoredMail = typeof mails.$inferSelect;

/** Resolves once the mail server or the disk has the mail. */
export type SendMail = (mail: StoredMail) => Promise<void>;

/** Time limit for connecting and the greeting; the mail is retried later. */
const connectTimeoutMs = 10_000;

/**
 * A mail server may scan a mail before it accepts it. A client that does not wait for the answer sends the mail
 * twice (RFC 5321, 4.5.3.2.6).
 */
const answerTimeoutMs = 2 * 60_000;

/** Ends before another process may take over the job. */
const sendTimeoutMs = (longestMailJobSeconds - 60) * 1000;

export function openSending(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  outbox: string,
  log: FastifyBaseLogger,
): SendMail {
  if (smtpUrl === undefined) return mail => writeMailFile(mail, { mailFrom, outbox, log });
  const mailer = openMailer(smtpUrl);
  return async mail => {
    const signal = AbortSignal.timeout(sendTimeoutMs);
    await mailer.sendMail({ ...toMessage(mail, mailFrom), signal });
  };
}

/** Creates a client for a mail server; does not connect yet. @param options whether encryption is required */
export function openMailer(smtpUrl: string, options: { readonly requireTLS?: boolean } = {}) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
    ...options,
  });
}

async function writeMailFile(
  mail: StoredMail,
  { mailFrom, outbox, log }: { mailFrom: Config['mailFrom']; outbox: string; log: FastifyBaseLogger },
): Promise<void> {
  const mailer = createTransport({ streamTransport: true, buffer: true });
  const { message } = await mailer.sendMail(toMessage(mail, mailFrom));
  const path = join(outbox, `${mail.createdAt.toISOString().replace(/[:.]/gu, '-')}-${mail.id}.eml`);
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  // One file name per mail, so that writing it twice gives one file.
  await writeWhole(path, message as Buffer);
  log.info({ path }, 'SMTP_URL is not set: a mail was written to a file');
}

/** Addresses are objects, so that their content cannot add a second one; files and links are never read. */
function toMessage(mail: StoredMail, from: Config['mailFrom']): SendMailOptions {
  return {
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    date: mail.createdAt,
    from,
    to: { name: '', address: mail.recipient },
    ...(mail.replyToAddress !== null && {
      replyTo: { name: keepFromDecoding(mail.replyToName ?? ''), address: mail.replyToAddress },
    }),
    subject: keepFromDecoding(mail.subject),
    text: mail.body,
    // Suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Breaks up `=?utf-8?q?…?=` in user texts: mail programs would decode it (RFC 2047), including line breaks and control characters. */
function keepFromDecoding(text: string): string {
  return text.replaceAll('=?', '= ?');
}
