import type { FastifyBaseLogger } from 'fastify';
import type { AccountLimits } from './accounts/account-limits.ts';
import type { ChosenEngines } from './choose-engines.ts';
import type { Config } from './config/config.ts';
import type { DataFolder } from './data-folder/open-data-folder.ts';
import type { Database } from './database/database.ts';
import type { DecodingBudget } from './decoding/decoding-budget.ts';
import type { FrameReader } from './decoding/frame-reader.ts';
import type { ListenerLimits } from './http/close-stalled-answers.ts';
import type { KeyedCallLimits } from './idempotency/keyed-calls.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { LoadLimits } from './limits/shed-load.ts';
import type { UploadLimits } from './uploads/upload-limits.ts';
import type { VoiceSampleLimits } from './voices/voice-samples.ts';

/** Dependencies of the app. The caller opens them, and closes them after the app. */
export interface AppParts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly dataFolder: DataFolder;
  readonly database: Database;
  readonly engines: ChosenEngines;
  readonly frameReader: FrameReader;
  readonly decodingBudget: DecodingBudget;
  readonly uploadLimits: UploadLimits;
  readonly listenerLimits: ListenerLimits;
  readonly loadLimits: LoadLimits;
  readonly queue: JobQueue;
  readonly accountLimits: AccountLimits;
  readonly voiceSampleLimits: VoiceSampleLimits;
  readonly keyedCallLimits: KeyedCallLimits;
  /** Signs sessions and links, and keys the hashes of rate limits. */
  readonly secret: string;
  readonly pageFolder: string;
}
