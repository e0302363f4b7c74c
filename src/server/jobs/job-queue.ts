import { type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { waitAtMost } from '#shared/async/limit-time.ts';
import type { Database, Queries } from '../database/database.ts';
import { describeForLog } from '../http/describe-for-log.ts';

/** What every kind of job carries. Short and without anything secret: rows of jobs outlive their work for a while. */
export interface Jobs {
  /** Sends a row of `mails`. */
  mail: { readonly mailId: string };
  /** Looks whether an address has an account, and if so posts the link for a new password. */
  'password-reset': { readonly email: string };
  /** Looks whether an address has an account with a password, and if so posts a link that lets in. */
  'lockout-mail': { readonly email: string };
  /** Tells another server of a sign-in or a sign-out. */
  'token-sync': {
    readonly event: 'sign-in' | 'sign-out';
    readonly uid: string;
    readonly sessionId: string;
    readonly at: string;
  };
  /** Deletes what was kept for as long as it is kept. */
  sweep: Readonly<Record<string, never>>;
}

export type JobName = keyof Jobs;

export interface Job<Name extends JobName> {
  readonly id: string;
  readonly data: Jobs[Name];
  /** Takes it off the queue as a part of the running transaction: what was written and that hold together or not at all. */
  complete(): Promise<void>;
}

export interface JobCount {
  readonly queue: string;
  readonly state: string;
  readonly jobs: number;
}

/** Work that is done after the answer, by this process or another one, and again until it succeeded. */
export interface JobQueue {
  /** Inside a transaction the job exists only if that is committed. */
  send<Name extends JobName>(name: Name, data: Jobs[Name]): Promise<void>;

  /** Takes jobs off that carry this. Inside a transaction they are gone if that is committed. */
  forget<Name extends JobName>(name: Name, data: Partial<Jobs[Name]>): Promise<void>;
  /**
   * From now on this process does such jobs. After a crash a job is done again, so a handler must see to it that twice
   * is once.
   */
  work<Name extends JobName>(name: Name, handle: (job: Job<Name>) => Promise<void>): Promise<void>;
  /**
   * Like {@link work}, for a job that nobody sends: there is one each day (UTC) on which any process lives, however many
   * they are and however often they start.
   */
  workDaily(name: 'sweep', handle: () => Promise<void>): Promise<void>;
  /** How many jobs there are of all processes, by queue and state (`created`, `retry`, `active`, `failed`). */
  countJobs(): Promise<readonly JobCount[]>;
  /** Waits a little for jobs that are being done; what is not done by then is done again later. */
  close(): Promise<void>;
}

/** Tried again after 2, 4, 8 seconds and so on up to half an hour, for about two days in all. */
const patience = { retryLimit: 100, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 };

const daySeconds = 24 * 3600;

/** How long a job that sends a mail belongs to its process, which gives up before that. */
export const longestMailJobSeconds = 5 * 60;

const queues: Readonly<Record<JobName, object>> = {
  // For twelve days: a mail server may be away over a long holiday, and what people wrote to us shall arrive.
  mail: { ...patience, retryLimit: 600, expireInSeconds: longestMailJobSeconds },
  'password-reset': patience,
  'lockout-mail': patience,
  // What is late is not delivered at all.
  'token-sync': { ...patience, retryLimit: 20, retryDelayMax: 60 },
  // What was done today is known by its row, which outlives the day a little.
  sweep: { ...patience, expireInSeconds: 3600, deleteAfterSeconds: 2 * daySeconds },
};

const adviceOnAccounts =
  'This needs only the database. If it keeps failing, check the database with npm run doctor.';

/** What the operator can do when a job keeps failing. */
const adviceOnJobs: Readonly<Record<JobName, string>> = {
  mail: 'The mail is kept. If this keeps failing, test SMTP_URL with npm run doctor; without SMTP_URL, check whether DATA_DIR has free space. If only one mail fails, the mail server may reject its address.',
  'password-reset': adviceOnAccounts,
  'lockout-mail': adviceOnAccounts,
  'token-sync': 'Check whether the server of AUTH_TOKEN_SYNC_URL responds with 2xx, and read its log.',
  sweep:
    'Nothing is deleted until this succeeds. Check with npm run doctor whether the database responds and DATA_DIR is writable.',
};

/** What nobody did for so long, nobody does any more. */
export const keepJobDays = 14;
/** A job that never succeeded is kept for so long, and looked for as often. */
export const keepFailedSeconds = 3600;

/** A process that died with a job in its hands is noticed after so long, and another one takes the job over. */
const heartbeatSeconds = 10;
const longestJobSeconds = 60;

const closingMs = 2000;
/** A server that runs on and on asks so often whether it is another day. */
const askAgainMs = 3600_000;

/** A new job wakes the worker; the polling is for those that are tried again. */
const workOptions = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, batchSize: 1 };

/** Opens the queue in the product's own database and makes its tables where they are missing. */
export async function openJobQueue(database: Database, log: FastifyBaseLogger): Promise<JobQueue> {
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
  // Runs in whatever transaction is open where it is used.
  const db = fromDrizzle({ execute: query => findRows(database.queries, query as SQL) }, sql);
  const daily: NodeJS.Timeout[] = [];

  return {
    async send(name, data) {
      await boss.send(name, data, { db });
    },
    async forget(name, data) {
      const ids = (await boss.findJobs(name, { data, db })).map(({ id }) => id);
      if (ids.length > 0) await boss.deleteJob(name, ids, { db });
    },
    work,
    async workDaily(name, handle) {
      await work(name, handle);
      await askDaily(name);
      daily.push(setInterval(() => askDaily(name).catch(report), askAgainMs));
    },
    countJobs: () => countJobs(database.queries),
    async close() {
      for (const timer of daily) clearInterval(timer);
      // Its own graceful stop looks only every half second whether jobs that are being done have ended.
      const ended = Promise.all(Object.keys(queues).map(name => boss.offWork(name)));
      await waitAtMost(closingMs, ended, () => undefined);
      await boss.stop({ graceful: false });
    },
  };

  async function work<Name extends JobName>(
    name: Name,
    handle: (job: Job<Name>) => Promise<void>,
  ): Promise<void> {
    const worker = boss.work<Jobs[Name]>(name, workOptions, async jobs => {
      // Where there was one there may be more: it looks again at once, not when the next poll is due.
      boss.notifyWorker(await worker);
      for (const { id, data } of jobs) {
        // What it carries may tell of somebody, and is of no use any more.
        const complete = async () => {
          if (name !== 'sweep') await boss.deleteJob(name, id, { db });
        };
        const handleAndComplete = async () => {
          await handle({ id, data, complete });
          await complete();
        };
        await doJob(handleAndComplete, log, name);
      }
    });
    await worker;
  }

  /** The queue takes one of all that are sent in a day. */
  async function askDaily(name: 'sweep'): Promise<void> {
    await boss.send(name, {}, { db, singletonSeconds: daySeconds });
  }
}

/** Asks the table itself: the queue's own figures are a minute old. */
async function countJobs(queries: Queries): Promise<JobCount[]> {
  const query = sql`select name as queue, state::text as state, count(*)::int as jobs from jobs.job
    where state in ('created', 'retry', 'active', 'failed') group by 1, 2`;
  return (await findRows(queries, query)).rows as JobCount[];
}

async function findRows(queries: Queries, query: SQL): Promise<{ rows: unknown[] }> {
  // Both drivers answer so; the type that they share does not say it.
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
  // Looks the queue up, which is remembered. The first job would do it otherwise, over a connection of its own; and
  // inside a transaction of the embedded database, which has only one, it would wait for itself.
  await boss.findJobs(name, { key: 'none' });
}

/** The queue keeps the texts of errors with its rows, so it gets none: they may repeat an address. */
async function doJob(work: () => Promise<void>, log: FastifyBaseLogger, name: JobName): Promise<void> {
  try {
    await work();
  } catch (error) {
    const advice = adviceOnJobs[name];
    log.warn({ problem: describeForLog(error), job: name, advice }, 'a job failed and will be tried again');
    throw new Error('This job failed; the log says why.');
  }
}
