import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from './accounts/accounts.ts';
import { deliverToken } from './accounts/token-sync.ts';
import type { Config } from './config/config.ts';
import type { DataFolder } from './data-folder/open-data-folder.ts';
import type { Database } from './database/database.ts';
import type { Job, JobName, JobQueue } from './jobs/job-queue.ts';
import type { MailTransport } from './mail/mail-transport.ts';
import { sendQueuedMail, sweepMailFiles } from './mail/outbox.ts';
import { sweep } from './privacy/sweep.ts';

interface WorkerParts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly dataFolder: DataFolder;
  readonly database: Database;
  readonly queue: JobQueue;
  readonly accounts: Accounts;
}

type SentJobName = Exclude<JobName, 'sweep'>;

/** The handler of each kind of job; undefined if not needed. A kind without an entry does not compile. */
type Handlers = { readonly [Name in SentJobName]: ((job: Job<Name>) => Promise<void>) | undefined };

/** Starts handling jobs in this process until the queue is closed. */
export async function startWorkers(parts: WorkerParts): Promise<void> {
  const { config, log, dataFolder, database, queue, accounts } = parts;
  let transport: Promise<MailTransport> | undefined;
  const { tokenSync } = config;
  const handlers: Handlers = {
    mail: async job => {
      transport ??= loadMailTransport(parts);
      await sendQueuedMail(database.queries, await transport, job);
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
async function loadMailTransport({ config, dataFolder, log }: WorkerParts): Promise<MailTransport> {
  const { createMailTransport } = await import('./mail/mail-transport.ts');
  return createMailTransport(config, dataFolder.outbox, log);
}

async function startWorker<Name extends SentJobName>(
  queue: JobQueue,
  handlers: Handlers,
  name: Name,
): Promise<void> {
  const handle = handlers[name];
  if (handle) await queue.work(name, handle);
}
