import type { ChosenEngines } from './choose-engines.ts';
import type { Config } from './config.ts';
import type { Queries } from './database/open-database.ts';
import type { FrameReader } from './decoding/frame-reader.ts';
import type { DailyLimits } from './limits/daily-limits.ts';
import type { Uploads } from './uploads/uploads.ts';
import type { VoiceSamples } from './voices/voice-samples.ts';

/** What routes are made of. A route takes from it what it needs. */
export interface RouteParts {
  readonly config: Config;
  readonly engines: ChosenEngines;
  readonly frameReader: FrameReader;
  readonly queries: Queries;
  readonly dailyLimits: DailyLimits;
  readonly uploads: Uploads;
  readonly voiceSamples: VoiceSamples;
}
