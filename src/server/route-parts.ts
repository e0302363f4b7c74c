import type { AccountLimits } from './accounts/account-limits.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { KnownPlaces } from './accounts/known-places.ts';
import type { ChosenEngines } from './choose-engines.ts';
import type { Config } from './config/config.ts';
import type { Queries } from './database/queries.ts';
import type { DecodingBudget } from './decoding/decoding-budget.ts';
import type { FrameReader } from './decoding/frame-reader.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { AtOnce } from './limits/at-once.ts';
import type { DailyLimits } from './limits/daily-limits.ts';
import type { RecentTries } from './limits/recent-tries.ts';
import type { Plans } from './plans/plans.ts';
import type { Uploads } from './uploads/uploads.ts';
import type { VoiceSamples } from './voices/voice-samples.ts';

/** What routes are made of. A route takes from it what it needs. */
export interface RouteParts {
  readonly config: Config;
  readonly engines: ChosenEngines;
  readonly frameReader: FrameReader;
  readonly decodingBudget: DecodingBudget;
  readonly queries: Queries;
  readonly dailyLimits: DailyLimits;
  /** The scripts that are being spoken. */
  readonly speeches: AtOnce;
  readonly recentTries: RecentTries;
  readonly accountLimits: AccountLimits;
  readonly knownPlaces: KnownPlaces;
  readonly accounts: Accounts;
  readonly plans: Plans;
  readonly queue: JobQueue;
  readonly uploads: Uploads;
  readonly voiceSamples: VoiceSamples;
}
