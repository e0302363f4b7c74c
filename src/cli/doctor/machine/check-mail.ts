import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { findErrorCode } from '#server/data-folder/explain-folder.ts';
import { openMailer } from '#server/mail/mail-transport.ts';
import { type Found, isOnThisMachine, type Remark } from './found.ts';

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl'>;

/** Tests whether the mail server accepts a login. No mail is sent. */
export async function checkMail(config: MailConfig): Promise<Found> {
  if (config.smtpUrl === undefined) return checkOutbox(config);
  const { host } = new URL(config.smtpUrl);
  return { about: `The mail server ${host}.`, remarks: [await tryServer(config.smtpUrl, config)] };
}

async function checkOutbox({ dataDir, publicUrl }: MailConfig): Promise<Found> {
  const outbox = join(dataDir, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  const count = names.filter(name => name.endsWith('.eml')).length;
  const about = `SMTP_URL is not set: mails are written to ${outbox} (${count} so far).`;
  const isPublic = publicUrl !== undefined && !isOnThisMachine(new URL(publicUrl).hostname);
  const warning: Remark = {
    kind: 'warning',
    sentence:
      'They are not sent, so nobody can confirm an address or reset a password. Set SMTP_URL and MAIL_FROM.',
  };
  return { about, remarks: isPublic ? [warning] : [] };
}

async function tryServer(smtpUrl: string, { mailFrom }: MailConfig): Promise<Remark> {
  const { protocol, hostname } = new URL(smtpUrl);
  // Unencrypted connections are acceptable only within one machine.
  const mayBeOpen = protocol === 'smtps:' || isOnThisMachine(hostname);
  const from = `Whether it accepts mails from ${mailFrom.address} was not tested.`;
  try {
    await verify(smtpUrl, !mayBeOpen);
    return { kind: 'ok', sentence: `The login works${mayBeOpen ? '' : ', encrypted'}. ${from}` };
  } catch (error) {
    if (mayBeOpen || findErrorCode(error) !== 'ETLS')
      return { kind: 'failed', sentence: explain(error, smtpUrl) };
  }
  try {
    await verify(smtpUrl, false);
  } catch (error) {
    return { kind: 'failed', sentence: explain(error, smtpUrl) };
  }
  return {
    kind: 'warning',
    sentence: `The login works, but is not encrypted: others can read mails and the password. Use a port with encryption, such as smtps://…:465. ${from}`,
  };
}

async function verify(smtpUrl: string, requireTLS: boolean): Promise<void> {
  const mailer = openMailer(smtpUrl, { requireTLS });
  try {
    await mailer.verify();
  } finally {
    mailer.close();
  }
}

/** Describes a connection error without the password of SMTP_URL. */
function explain(error: unknown, smtpUrl: string): string {
  const { host, hostname, username } = new URL(smtpUrl);
  const code = isAboutCertificate(error) ? 'ETLS' : findErrorCode(error);
  switch (code) {
    case 'EAUTH':
      return `It rejects the user ${decodeURIComponent(username)} or the password in SMTP_URL. Correct them; write characters such as @ and / as %40 and %2F.`;
    case 'EDNS':
    case 'ENOTFOUND':
      return `The host ${hostname} in SMTP_URL cannot be found. Correct it, or check DNS.`;
    case 'ETLS':
      return `No encrypted connection to ${host}: its certificate may be for another name, or expired. Correct SMTP_URL (smtps:// for port 465, smtp:// for 587), or replace the certificate.`;
    case 'ETIMEDOUT':
      return `${host} does not answer. Correct the host and port in SMTP_URL. Many networks block port 25: use 587 or 465.`;
    default:
      return `${host} cannot be reached, or does not speak SMTP (${code ?? 'no reason given'}). Correct SMTP_URL: smtps:// for port 465, smtp:// for 587.`;
  }
}

/** Certificate errors have the same code as any broken connection. */
function isAboutCertificate(error: unknown): boolean {
  return error instanceof Error && /certificate|altname/iu.test(error.message);
}
