import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { longestMailJobSeconds } from '../jobs/job-queue.ts';

/** A mail as it is kept. */
export interface StoredMail {
  readonly id: string;
  readonly recipient: string;
  /** Null: answers go to whom the mail comes from. */
  readonly replyToName: string | null;
  readonly replyToAddress: string | null;
  readonly subject: string;
  readonly body: string;
  readonly createdAt: Date;
}

/** Brings mails on their way. */
export interface MailTransport {
  /** Resolves once somebody else answers for the mail: the mail server took it, or the disk has it. */
  send(mail: StoredMail): Promise<void>;
}

/** A mail server that cannot be reached, or does not greet, in so long is tried again later. */
const connectTimeoutMs = 10_000;

/**
 * Before it says that it took a mail, a mail server may look for viruses and ask others. A client that does not wait for its
 * word sends the mail twice (RFC 5321, 4.5.3.2.6).
 */
const answerTimeoutMs = 2 * 60_000;

/** Whatever it does, it is given up after so long: later another process may take the job for abandoned. */
const sendTimeoutMs = (longestMailJobSeconds - 60) * 1000;

/** Through the mail server that the configuration names, or else as files in the outbox. */
export function createMailTransport(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  outbox: string,
  log: FastifyBaseLogger,
): MailTransport {
  return config.smtpUrl === undefined
    ? createFileTransport(config, outbox, log)
    : createSmtpTransport(config, config.smtpUrl);
}

function createSmtpTransport({ mailFrom }: Pick<Config, 'mailFrom'>, smtpUrl: string): MailTransport {
  const mailer = openMailer(smtpUrl);
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(sendTimeoutMs);
      await mailer.sendMail({ ...toMessage(mail, mailFrom), signal });
    },
  };
}

/**
 * A way to a mail server, which is not asked anything yet.
 * @param options whether it must encrypt what it is told
 */
export function openMailer(smtpUrl: string, options: { readonly requireTLS?: boolean } = {}) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
    ...options,
  });
}

function createFileTransport(
  { mailFrom }: Pick<Config, 'mailFrom'>,
  outbox: string,
  log: FastifyBaseLogger,
): MailTransport {
  const mailer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await mailer.sendMail(toMessage(mail, mailFrom));
      const path = join(outbox, `${mail.createdAt.toISOString().replace(/[:.]/gu, '-')}-${mail.id}.eml`);
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      // A name of its own per mail and a rename at the end: written twice it is still one whole file.
      await writeFile(`${path}.new`, message as Buffer, { mode: 0o600, flush: true });
      await rename(`${path}.new`, path);
      log.info({ path }, 'SMTP_URL is not set: a mail was written to a file');
    },
  };
}

/** Addresses are objects, so that no character in them can make a second one; files and links are never read. */
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
    // So that holiday answers are not sent back.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Breaks up `=?utf-8?q?…?=` in what people wrote: mail programs would decode it (RFC 2047), with line breaks and other
 * characters that cannot be typed.
 */
function keepFromDecoding(text: string): string {
  return text.replaceAll('=?', '= ?');
}
