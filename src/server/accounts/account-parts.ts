import { and, eq, isNotNull } from 'drizzle-orm';
import type { FastifySchema } from 'fastify';
import type { Config } from '../config/config.ts';
import { account } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import { openToAll } from '../guards/guards.ts';
import type { RunningWork } from '../http/running-work.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { DailyLimits } from '../limits/daily-limits.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import type { Plans } from '../plans/plans.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { AccountLimits } from './account-limits.ts';
import type { Accounts } from './accounts.ts';
import { createAuth } from './create-auth.ts';
import type { KnownPlaces } from './known-places.ts';

export interface AccountParts {
  readonly config: Config;
  readonly queries: Queries;
  readonly dailyLimits: DailyLimits;
  readonly recentTries: RecentTries;
  readonly accountLimits: AccountLimits;
  readonly knownPlaces: KnownPlaces;
  readonly accounts: Accounts;
  readonly plans: Plans;
  readonly projects: ProjectStore;
  readonly queue: JobQueue;
  readonly work: Pick<RunningWork, 'endWorkOf'>;
}

/** Whether the account has a password, not only Google. */
export async function hasPassword(queries: Queries, uid: string): Promise<boolean> {
  const found = await queries
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.userId, uid), isNotNull(account.password)));
  return found.length > 0;
}

/** better-auth counts these calls itself. */
export const limitedByBetterAuth = {
  ...openToAll,
  limit: { askedBy: createAuth },
  atOnce: 'password',
} as const;

/** For calls of better-auth's client, which expects errors in better-auth's format. */
export function forAuthClient<const Schema extends FastifySchema>(
  summary: string,
  schema: Schema,
  statuses = [200],
) {
  return { config: { isForAuthClient: true, statuses }, schema: { summary, tags: ['accounts'], ...schema } };
}
