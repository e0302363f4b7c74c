import type { Config } from '../config/config.ts';
import type { Queries } from '../database/queries.ts';
import type { RunningWork } from '../http/running-work.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { DailyLimits } from '../limits/daily-limits.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import type { Plans } from '../plans/plans.ts';
import type { AccountLimits } from './account-limits.ts';
import type { Accounts } from './accounts.ts';
import type { KnownPlaces } from './known-places.ts';

/** What the routes of accounts are made of. A route takes from it what it needs. */
export interface AccountParts {
  readonly config: Config;
  readonly queries: Queries;
  readonly dailyLimits: DailyLimits;
  readonly recentTries: RecentTries;
  readonly accountLimits: AccountLimits;
  readonly knownPlaces: KnownPlaces;
  readonly accounts: Accounts;
  readonly plans: Plans;
  readonly queue: JobQueue;
  readonly work: Pick<RunningWork, 'endWorkOf'>;
}
