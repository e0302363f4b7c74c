import type { Queries } from '../database/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import { toMailbox } from '../limits/require-visitor.ts';
import { type QueuedMail, queueMail } from '../mail/outbox.ts';
import type { AccountLimits } from './account-limits.ts';

export interface AccountMailParts {
  readonly queries: Queries;
  readonly queue: JobQueue;
  readonly recentTries: RecentTries;
  readonly limits: Pick<AccountLimits, 'mailsPerMailbox'>;
}

/**
 * Queues a mail about an account. Anybody who knows an address can cause such mails, so each mailbox gets only a few an hour of all kinds;
 * more are dropped silently, because a different answer would reveal who has an account.
 */
export async function postAccountMail(parts: AccountMailParts, mail: QueuedMail): Promise<void> {
  const what = ['mail to', toMailbox(mail.recipient)];
  const { isAllowed } = await parts.recentTries.take(what, parts.limits.mailsPerMailbox);
  if (isAllowed) await queueMail(parts, mail);
}
