import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { findErrorCode } from '#server/data-folder/explain-folder.ts';
import { openMailer } from '#server/mail/mail-transport.ts';
import { type Found, isOnThisMachine, type Remark } from './found.ts';

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl'>;

/** Whether mails leave: what the mail server says to whoever wants to send. None is sent. */
export async function checkMail(config: MailConfig): Promise<Found> {
  if (config.smtpUrl === undefined) return checkOutbox(config);
  const { host } = new URL(config.smtpUrl);
  return { about: `The mail server ${host}.`, remarks: [await tryServer(config.smtpUrl, config)] };
}

async function checkOutbox({ dataDir, publicUrl }: MailConfig): Promise<Found> {
  const outbox = join(dataDir, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  const count = names.filter(name => name.endsWith('.eml')).length;
  const about = `SMTP_URL is not set: mails are written to ${outbox} (so far ${count}).`;
  const isPublic = publicUrl !== undefined && !isOnThisMachine(new URL(publicUrl).hostname);
  const warning: Remark = {
    kind: 'warning',
    sentence:
      'People get none of them, so that nobody can confirm an address or choose a new password. Set SMTP_URL and MAIL_FROM.',
  };
  return { about, remarks: isPublic ? [warning] : [] };
}

async function tryServer(smtpUrl: string, { mailFrom }: MailConfig): Promise<Remark> {
  const { protocol, hostname } = new URL(smtpUrl);
  // Within one machine nobody listens.
  const mayBeOpen = protocol === 'smtps:' || isOnThisMachine(hostname);
  const from = `Whether it takes mails from ${mailFrom.address} only a mail tells.`;
  try {
    await verify(smtpUrl, !mayBeOpen);
    return { kind: 'ok', sentence: `It lets this server in${mayBeOpen ? '' : ', encrypted'}. ${from}` };
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
    sentence: `It lets this server in, but does not encrypt: mails, and the password if there is one, can be read on their way. Use a port on which it does, such as smtps://…:465. ${from}`,
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

/** A sentence about the server of SMTP_URL, without its password. */
function explain(error: unknown, smtpUrl: string): string {
  const { host, hostname, username } = new URL(smtpUrl);
  const code = isAboutCertificate(error) ? 'ETLS' : findErrorCode(error);
  switch (code) {
    case 'EAUTH':
      return `It refuses the user ${decodeURIComponent(username)} or the password of SMTP_URL. Correct them; in an address, characters such as @ and / are written as %40 and %2F.`;
    case 'EDNS':
    case 'ENOTFOUND':
      return `The host ${hostname} of SMTP_URL is not known. Correct it, or see to it that its name can be found.`;
    case 'ETLS':
      return `No encrypted connection to ${host} comes about: its certificate may be of another name, or out of date. Correct SMTP_URL (smtps:// for port 465, smtp:// for 587), or have the certificate mended.`;
    case 'ETIMEDOUT':
      return `${host} does not answer. Correct host and port of SMTP_URL; many networks let nobody out to port 25: use 587 or 465.`;
    default:
      return `${host} cannot be reached, or does not speak SMTP there (${code ?? 'no reason was given'}). Correct SMTP_URL: smtps:// for port 465, smtp:// for 587.`;
  }
}

/** Such an error has the code of any other connection that breaks. */
function isAboutCertificate(error: unknown): boolean {
  return error instanceof Error && /certificate|altname/iu.test(error.message);
}
