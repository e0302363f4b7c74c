import type { Config } from '../config/config.ts';
import type { Queries } from '../database/queries.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { DailyLimits } from '../limits/daily-limits.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import type { Uploads } from '../uploads/uploads.ts';

/** What the routes of messages are made of. A route takes from it what it needs. */
export interface MessageParts {
  readonly config: Config;
  readonly queries: Queries;
  readonly dailyLimits: DailyLimits;
  readonly recentTries: RecentTries;
  readonly queue: JobQueue;
  readonly uploads: Uploads;
}
