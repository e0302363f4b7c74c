import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import type { Uploads } from '../uploads/uploads.ts';

export interface MessageParts {
  readonly config: Config;
  readonly queries: Queries;
  readonly recentTries: RecentTries;
  readonly queue: JobQueue;
  readonly uploads: Uploads;
}

export function getContactRecipient({ contactTo, mailFrom }: Pick<Config, 'contactTo' | 'mailFrom'>): string {
  return contactTo ?? mailFrom.address;
}
