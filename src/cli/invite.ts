import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { invite } from '#server/accounts/invitations.ts';
import type { Config } from '#server/config/config.ts';
import { FolderInUseError } from '#server/data-folder/open-data-folder.ts';
import type { Database } from '#server/database/database.ts';
import { accounts } from '#server/database/schema.ts';
import { createLog } from '#server/http/log.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { composeInvitationMail, queueMail } from '#server/mail/mails.ts';
import { invitationSeconds } from '#shared/defaults.ts';
import { describeDuration } from '#shared/describe-values.ts';
import type { PagePath } from '#shared/pages.ts';
import { withDatabase } from './with-database.ts';
import { exitCodes, withStartErrorsReported } from './with-start-errors-reported.ts';

const usage = `Invites somebody to a server with SIGN_UP=off, and prints the link. With SMTP_URL it is mailed, too:

  npm run invite -- ada@example.org`;

process.exitCode = await main(process.argv.slice(2));

async function main([email, ...rest]: string[]): Promise<number> {
  const address = z.email().safeParse(email?.toLowerCase());
  if (!address.success || rest.length > 0) {
    console.error(email === undefined || rest.length > 0 ? usage : `${email} is not an email address.`);
    return exitCodes.wrongCommand;
  }
  return withStartErrorsReported(
    config =>
      withDatabase(config, ({ database, secret }) => act(config, { database, secret, email: address.data })),
    explain,
  );
}

function explain(error: unknown): string | undefined {
  if (!(error instanceof FolderInUseError)) return undefined;
  return `${error.message}\nStop the server first, because only one process can use the embedded database.`;
}

interface Guest {
  readonly database: Database;
  readonly secret: string;
  readonly email: string;
}

async function act(config: Config, { database, secret, email }: Guest): Promise<void> {
  const { queries } = database;
  const found = await queries.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
  if (found.length > 0) return console.log(`${email} already has an account.`);
  const { shown, mailed } = await invite({ queries, secret }, email);
  const page = `${config.publicUrl ?? `http://localhost:${config.port}`}${'/register' satisfies PagePath}`;
  console.log(
    `${email} may create an account within ${describeDuration(invitationSeconds)}, once:\n\n  ${page}?invitation=${shown}\n`,
  );
  if (config.smtpUrl !== undefined) {
    await using opened = new AsyncDisposableStack();
    const queue = opened.adopt(await openJobQueue(database, createLog()), each => each.close());
    const mail = composeInvitationMail(`${page}?invitation=${mailed}`);
    await queueMail({ queries, queue }, { recipient: email, uid: null, ...mail });
    console.log('A running server mails such a link, which also confirms the address.');
  }
  if (config.isSignUpOpen) console.log('SIGN_UP is on: everybody may, without an invitation, too.');
}
