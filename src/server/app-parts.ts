import type { FastifyBaseLogger } from 'fastify';
import type { ChosenEngines } from './choose-engines.ts';
import type { Config } from './config.ts';
import type { DataFolder } from './data-folder/open-data-folder.ts';
import type { Database } from './database/open-database.ts';
import type { FrameReader } from './decoding/frame-reader.ts';
import type { UploadLimits } from './uploads/upload-limits.ts';

/** What the app is made of. Whoever builds it opens them, and closes them after it. */
export interface AppParts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly dataFolder: DataFolder;
  readonly database: Database;
  readonly engines: ChosenEngines;
  readonly frameReader: FrameReader;
  readonly uploadLimits: UploadLimits;
  /** The built page. */
  readonly pageFolder: string;
}
