import { z } from 'zod';
import type { Config } from '#server/config/config.ts';
import { FolderInUseError, openDataFolder } from '#server/data-folder/open-data-folder.ts';
import type { Queries } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import {
  addPremiumMember,
  hasBoughtPlan,
  listPremiumMembers,
  removePremiumMember,
} from '#server/plans/plans.ts';
import { exitCodes, withStartErrorsReported } from './with-start-errors-reported.ts';

const usage = `Manages who has the premium plan. It applies once the email address is verified:

  npm run premium -- add ada@example.org
  npm run premium -- remove ada@example.org
  npm run premium -- list`;

/** The command line cannot remove a plan that is being paid for. */
class StillPaidError extends Error {}

process.exitCode = await main(process.argv.slice(2));

async function main([command, email, ...rest]: string[]): Promise<number> {
  const isRight =
    rest.length === 0 &&
    (command === 'list' ? email === undefined : ['add', 'remove'].includes(command ?? ''));
  if (!isRight) return refuse(usage);
  if (command !== 'list' && !z.email().safeParse(email).success)
    return refuse(`${email ?? 'Nothing'} is not an email address.`);
  return withStartErrorsReported(async config => {
    await withDatabase(config, queries => act(queries, command ?? '', email ?? ''));
  }, explain);
}

function explain(error: unknown): string | undefined {
  if (error instanceof StillPaidError) return error.message;
  if (error instanceof FolderInUseError)
    return `${error.message}\nStop the server first, because only one process can use the embedded database, or add the address to PREMIUM_EMAILS.`;
  return undefined;
}

function refuse(sentence: string): number {
  console.error(sentence);
  return exitCodes.wrongCommand;
}

async function act(queries: Queries, command: string, email: string): Promise<void> {
  if (command === 'add') {
    const isNew = await addPremiumMember(queries, email, 'command line');
    console.log(
      isNew ? `${email} has the premium plan, once verified.` : `${email} already has the premium plan.`,
    );
  } else if (command === 'remove') {
    const wasMember = await removePremiumMember(queries, email);
    if (await hasBoughtPlan(queries, email))
      throw new StillPaidError(
        `${email} bought the premium plan and keeps it until it is cancelled at Stripe.`,
      );
    console.log(
      wasMember ? `${email} no longer has the premium plan.` : `${email} did not have the premium plan.`,
    );
  } else {
    for (const { email, account, source, since } of await listPremiumMembers(queries))
      console.log([email, account, source, since.toISOString()].join('\t'));
  }
}

/** Opens the server's database. Fails for the embedded one while the server runs. */
async function withDatabase(config: Config, use: (queries: Queries) => Promise<void>): Promise<void> {
  await using opened = new AsyncDisposableStack();
  if (config.databaseUrl === undefined)
    opened.adopt(await openDataFolder(config.dataDir), folder => folder.release());
  const database = opened.adopt(await openDatabase(config), each => each.close());
  await use(database.queries);
}
