import type { FastifyBaseLogger } from 'fastify';
import { defaultAccountLimits } from './accounts/account-limits.ts';
import { Accounts } from './accounts/accounts.ts';
import { deliverToken } from './accounts/token-sync.ts';
import type { Config } from './config/config.ts';
import { type DataFolder, openDataFolder } from './data-folder/open-data-folder.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { type Job, type JobName, type JobQueue, openJobQueue } from './jobs/job-queue.ts';
import { RecentTries } from './limits/recent-tries.ts';
import type { SendMail } from './mail/mail-transport.ts';
import { sendQueuedMail, sweepMailFiles } from './mail/mails.ts';
import { sweep } from './privacy/stored-data.ts';

interface WorkerParts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly dataFolder: DataFolder;
  readonly database: Database;
  readonly queue: JobQueue;
  readonly accounts: Accounts;
}

type SentJobName = Exclude<JobName, 'sweep'>;

/** A kind without an entry does not compile. */
type Handlers = { readonly [Name in SentJobName]: ((job: Job<Name>) => Promise<void>) | undefined };

export async function startWorkers(parts: WorkerParts): Promise<void> {
  const { config, log, dataFolder, database, queue, accounts } = parts;
  let sending: Promise<SendMail> | undefined;
  const { tokenSync } = config;
  const handlers: Handlers = {
    mail: async job => {
      sending ??= loadSending(parts);
      await sendQueuedMail(database.queries, await sending, job);
    },
    'password-reset': job => accounts.doPasswordReset(job),
    'lockout-mail': job => accounts.doLockoutMail(job),
    'token-sync': tokenSync && (job => deliverToken(tokenSync, claims => accounts.signToken(claims), job)),
  };
  for (const name of Object.keys(handlers) as SentJobName[]) await startWorker(queue, handlers, name);
  await queue.workDaily('sweep', async () => {
    const rows = await sweep(database.queries, config);
    await sweepMailFiles(dataFolder.outbox, config.retentionDays);
    log.info({ rows }, 'deleted what was kept for long enough');
  });
}

/** Loaded with the first mail, as it takes 13 MB. */
async function loadSending({ config, dataFolder, log }: WorkerParts): Promise<SendMail> {
  const { openSending } = await import('./mail/mail-transport.ts');
  return openSending(config, dataFolder.outbox, log);
}

async function startWorker<Name extends SentJobName>(
  queue: JobQueue,
  handlers: Handlers,
  name: Name,
): Promise<void> {
  const handle = handlers[name];
  if (handle) await queue.work(name, handle);
}

export type RunningWorker = Awaited<ReturnType<typeof startWorkerProcess>>;

export async function startWorkerProcess({ config, log }: Pick<WorkerParts, 'config' | 'log'>) {
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
