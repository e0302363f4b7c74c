import { type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { waitAtMost } from '#shared/async/limit-time.ts';
import type { Database, Queries } from '../database/database.ts';
import { describeForLog } from '../http/log.ts';

/** Data of each kind of job. Short and without secrets, as rows outlive their work for a while. */
export interface Jobs {
  mail: { readonly mailId: string };
  'password-reset': { readonly email: string };
  'lockout-mail': { readonly email: string };
  'token-sync': {
    readonly event: 'sign-in' | 'sign-out';
    readonly uid: string;
    readonly sessionId: string;
    readonly at: string;
  };
  sweep: Readonly<Record<string, never>>;
}

export type JobName = keyof Jobs;

export interface Job<Name extends JobName> {
  readonly data: Jobs[Name];
  /** Fires when another process has taken the job over. */
  readonly signal: AbortSignal;
  /** Removes the job within the running transaction, atomically with the handler's changes. */
  complete(): Promise<void>;
}

/** Background work, done by any process and retried until it succeeds. */
export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>;

/** Retried after 2, 4, 8 seconds and so on up to half an hour, for about two days in all. */
const retryPolicy = { retryLimit: 100, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 };

const daySeconds = 24 * 3600;

/** How long a mail job belongs to its process, which gives up earlier. */
export const longestMailJobSeconds = 5 * 60;

const queues: Readonly<Record<JobName, object>> = {
  // For twelve days: a mail server may be down over a long holiday, and messages must still arrive.
  mail: { ...retryPolicy, retryLimit: 600, expireInSeconds: longestMailJobSeconds },
  'password-reset': retryPolicy,
  'lockout-mail': retryPolicy,
  // Late notifications are dropped.
  'token-sync': { ...retryPolicy, retryLimit: 20, retryDelayMax: 60 },
  // The finished row marks today's job as done, so it outlives the day a little.
  sweep: { ...retryPolicy, expireInSeconds: 3600, deleteAfterSeconds: 2 * daySeconds },
};

const adviceOnAccounts =
  'This needs only the database. If it keeps failing, check the database with npm run doctor.';

const adviceOnJobs: Readonly<Record<JobName, string>> = {
  mail: 'The mail is kept. If this keeps failing, test SMTP_URL with npm run doctor; without SMTP_URL, check whether DATA_DIR has free space. If only one mail fails, the mail server may reject its address.',
  'password-reset': adviceOnAccounts,
  'lockout-mail': adviceOnAccounts,
  'token-sync': 'Check whether the server of AUTH_TOKEN_SYNC_URL responds with 2xx, and read its log.',
  sweep:
    'Nothing is deleted until this succeeds. Check with npm run doctor whether the database responds and DATA_DIR is writable.',
};

export const keepJobDays = 14;
/** A failed job is kept for this long, and checked as often. */
export const keepFailedSeconds = 3600;

/** A job of a dead process is taken over after this time. */
const heartbeatSeconds = 10;
const longestJobSeconds = 60;

const closingMs = 2000;
const askAgainMs = 3600_000;

/** New jobs wake the worker; polling is for retries. */
const workOptions = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, batchSize: 1 };

export async function openJobQueue(database: Database, log: FastifyBaseLogger) {
  const boss = new PgBoss({
    ...database.forJobs,
    schema: 'jobs',
    schedule: false,
    useListenNotify: true,
    maintenanceIntervalSeconds: keepFailedSeconds,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    reindex: false,
    monitorVacuum: false,
  });
  const advice =
    'Mails and cleanup wait until the database responds; nothing is lost. If this continues, check the database with npm run doctor.';
  const report = (error: unknown) =>
    log.error({ problem: describeForLog(error), advice }, 'the job queue has a problem');
  boss.on('error', report);
  await boss.start();
  for (const [name, options] of Object.entries(queues)) await makeQueue(boss, name, options);
  // Uses the transaction that is open at each call.
  const db = fromDrizzle({ execute: query => findRows(database.queries, query as SQL) }, sql);
  const daily: NodeJS.Timeout[] = [];

  return {
    /** Inside a transaction the job exists only if that is committed. */
    async send<Name extends JobName>(name: Name, data: Jobs[Name]): Promise<void> {
      await boss.send(name, data, { db });
    },
    /** Removes jobs with this data. Inside a transaction only if that is committed. */
    async forget<Name extends JobName>(name: Name, data: Partial<Jobs[Name]>): Promise<void> {
      const ids = (await boss.findJobs(name, { data, db })).map(({ id }) => id);
      if (ids.length > 0) await boss.deleteJob(name, ids, { db });
    },
    work,
    /** Like `work`, for a job that runs once each day (UTC) over all processes and restarts. */
    async workDaily(name: 'sweep', handle: () => Promise<void>): Promise<void> {
      await work(name, handle);
      await askDaily(name);
      daily.push(setInterval(() => askDaily(name).catch(report), askAgainMs));
    },
    countJobs: () => countJobs(database.queries),
    async close(): Promise<void> {
      for (const timer of daily) clearInterval(timer);
      // pg-boss's own graceful stop checks only every half second whether running jobs have ended.
      const ended = Promise.all(Object.keys(queues).map(name => boss.offWork(name)));
      await waitAtMost(closingMs, ended, () => undefined);
      await boss.stop({ graceful: false });
    },
  };

  /** Starts handling such jobs in this process. A job may run twice after a crash, so handlers must be idempotent. */
  async function work<Name extends JobName>(
    name: Name,
    handle: (job: Job<Name>) => Promise<void>,
  ): Promise<void> {
    const worker = boss.work<Jobs[Name]>(name, workOptions, async jobs => {
      // There may be more jobs, so it looks again at once instead of waiting for the next poll.
      boss.notifyWorker(await worker);
      for (const { id, data, signal } of jobs) {
        // Deletes the job's data, which may be personal.
        const complete = async () => {
          if (name !== 'sweep') await boss.deleteJob(name, id, { db });
        };
        const handleAndComplete = async () => {
          await handle({ data, complete, signal });
          await complete();
        };
        await doJob(handleAndComplete, log, name);
      }
    });
    await worker;
  }

  /** The queue accepts one per day. */
  async function askDaily(name: 'sweep'): Promise<void> {
    await boss.send(name, {}, { db, singletonSeconds: daySeconds });
  }
}

/**
 * Number of jobs of all processes, by queue and state (`created`, `retry`, `active`, `failed`). Queries the table, as the queue's own
 * figures are a minute old.
 */
async function countJobs(queries: Queries) {
  const query = sql`select name as queue, state::text as state, count(*)::int as jobs from jobs.job
    where state in ('created', 'retry', 'active', 'failed') group by 1, 2`;
  return (await findRows(queries, query)).rows as { queue: string; state: string; jobs: number }[];
}

async function findRows(queries: Queries, query: SQL): Promise<{ rows: unknown[] }> {
  // Both drivers return this; their common type does not include it.
  return (await queries.execute(query)) as { rows: unknown[] };
}

async function makeQueue(boss: PgBoss, name: string, options: object): Promise<void> {
  const all = {
    heartbeatSeconds,
    expireInSeconds: longestJobSeconds,
    deleteAfterSeconds: keepFailedSeconds,
    retentionSeconds: keepJobDays * daySeconds,
    notify: true,
    ...options,
  };
  await boss.createQueue(name, all);
  await boss.updateQueue(name, all);
  // Caches the queue. The first job would look it up otherwise, over a connection of its own, which inside a transaction of the embedded
  // database, with its one connection, would be a deadlock.
  await boss.findJobs(name, { key: 'none' });
}

/** The queue stores error messages, so it gets none: they may contain an address. */
async function doJob(work: () => Promise<void>, log: FastifyBaseLogger, name: JobName): Promise<void> {
  try {
    await work();
  } catch (error) {
    const advice = adviceOnJobs[name];
    log.warn({ problem: describeForLog(error), job: name, advice }, 'a job failed and will be tried again');
    throw new Error('This job failed; the log says why.');
  }
}
