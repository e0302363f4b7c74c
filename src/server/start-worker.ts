import type { FastifyBaseLogger } from 'fastify';
import { defaultAccountLimits } from './accounts/account-limits.ts';
import { Accounts } from './accounts/accounts.ts';
import type { Config } from './config/config.ts';
import { openDataFolder } from './data-folder/open-data-folder.ts';
import { openDatabase } from './database/open-database.ts';
import { openJobQueue } from './jobs/job-queue.ts';
import { RecentTries } from './limits/recent-tries.ts';
import { startWorkers } from './start-workers.ts';

export interface RunningWorker {
  /** Origin of the links in mails. */
  readonly publicUrl: string;
  readonly databaseDescription: string;
  stop(): Promise<void>;
}

/** Starts a process without a port that only handles jobs, such as mails. */
export async function startWorker({
  config,
  log,
}: {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
}): Promise<RunningWorker> {
  await using opened = new AsyncDisposableStack();
  const dataFolder = opened.adopt(await openDataFolder(config.dataDir), folder => folder.release());
  const database = opened.adopt(await openDatabase(config), each => each.close());
  const queue = opened.adopt(await openJobQueue(database, log), each => each.close());
  const secret = config.authSecret ?? dataFolder.secret;
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const accounts = new Accounts({
    config,
    log,
    queue,
    secret,
    queries: database.queries,
    recentTries: new RecentTries(database.queries, secret),
    limits: defaultAccountLimits,
    // It handles no requests, so no work of an account runs here.
    work: { endWorkOf: async () => {} },
    getPublicUrl: () => publicUrl,
  });
  await startWorkers({ config, log, dataFolder, database, queue, accounts });
  const parts = opened.move();
  return { publicUrl, databaseDescription: database.description, stop: () => parts.disposeAsync() };
}
