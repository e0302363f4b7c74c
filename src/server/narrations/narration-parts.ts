import type { VisionEngine } from '#engines/ports.ts';
import { wrapVision } from '#engines/wrap-engine.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { ChosenEngines } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';
import type { AccountCosts } from '../costs/account-costs.ts';
import type { Queries } from '../database/database.ts';
import type { DecodingBudget } from '../decoding/decoding-budget.ts';
import type { FrameReader } from '../decoding/frame-reader.ts';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import type { DailyLimits } from '../limits/daily-limits.ts';
import type { Plans } from '../plans/plans.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { SpeechRates } from '../voices/speech-rates.ts';

export interface NarrationParts {
  readonly config: Config;
  readonly engines: ChosenEngines;
  readonly frameReader: FrameReader;
  readonly decodingBudget: DecodingBudget;
  readonly queries: Queries;
  readonly dailyLimits: DailyLimits;
  /** Scripts currently being spoken. */
  readonly speeches: ConcurrencyLimit;
  readonly accounts: Accounts;
  readonly costs: AccountCosts;
  readonly plans: Plans;
  readonly uploads: Uploads;
  readonly speechRates: SpeechRates;
}

/** Adds the requester to an engine's calls: local work is shared fairly. */
export function withRequester(vision: VisionEngine, requester: string): VisionEngine {
  return wrapVision(vision, request => vision.analyze({ ...request, requester }));
}
