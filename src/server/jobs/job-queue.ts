import { type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Database, Queries } from '../database/open-database.ts';
import { describeForLog } from '../http/describe-for-log.ts';

/** What every kind of job carries. Short and without anything secret: rows of jobs outlive their work for a while. */
export interface Jobs {
  /** Sends a row of `mails`. */
  mail: { readonly mailId: string };
  /** Looks whether an address has an account, and if so posts the link for a new password. */
  'password-reset': { readonly email: string };
  /** Tells another server of a sign-in or a sign-out. */
  'token-sync': {
    readonly event: 'sign-in' | 'sign-out';
    readonly uid: string;
    readonly sessionId: string;
    readonly at: string;
  };
}

export type JobName = keyof Jobs;

export interface Job<Name extends JobName> {
  readonly id: string;
  readonly data: Jobs[Name];
  /** Marks it as done as a part of the running transaction: what was written and the mark hold together or not at all. */
  complete(): Promise<void>;
}

/** Work that is done after the answer, by this process or another one, and again until it succeeded. */
export interface JobQueue {
  /** Inside a transaction the job exists only if that is committed. */
  send<Name extends JobName>(name: Name, data: Jobs[Name]): Promise<void>;
  /**
   * From now on this process does such jobs. After a crash a job is done again, so a handler must see to it that twice
   * is once.
   */
  work<Name extends JobName>(name: Name, handle: (job: Job<Name>) => Promise<void>): Promise<void>;
  /** Waits a little for jobs that are being done; what is not done by then is done again later. */
  close(): Promise<void>;
}

/** Tried again after 2, 4, 8 seconds and so on up to half an hour, for about two days in all. */
const patience = { retryLimit: 100, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 };

const queues: Readonly<Record<JobName, object>> = {
  mail: patience,
  'password-reset': patience,
  // What is late is not delivered at all.
  'token-sync': { ...patience, retryLimit: 20, retryDelayMax: 60 },
};

/** A process that died with a job in its hands is noticed after so long, and another one takes the job over. */
const heartbeatSeconds = 10;
const longestJobSeconds = 60;
const keepDoneSeconds = 3600;
const closingMs = 2000;

/** Opens the queue in the product's own database and makes its tables where they are missing. */
export async function openJobQueue(database: Database, log: FastifyBaseLogger): Promise<JobQueue> {
  const boss = new PgBoss({
    ...database.forJobs,
    schema: 'jobs',
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', error => log.error({ problem: describeForLog(error) }, 'the job queue has a problem'));
  await boss.start();
  for (const [name, options] of Object.entries(queues)) await makeQueue(boss, name, options);
  // Runs in whatever transaction is open where it is used.
  const db = fromDrizzle({ execute: query => findRows(database.queries, query as SQL) }, sql);

  return {
    async send(name, data) {
      await boss.send(name, data, { db });
    },
    async work(name, handle) {
      // A new job wakes the worker; the polling is for those that are tried again.
      const options = {
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 2,
        batchSize: 1,
        burstWhenBatchFull: true,
      };
      await boss.work<Jobs[typeof name]>(name, options, async jobs => {
        for (const { id, data } of jobs) {
          const complete = async () => {
            await boss.complete(name, id, null, { db });
          };
          await doJob(() => handle({ id, data, complete }), log, name);
        }
      });
    },
    close: () => boss.stop({ graceful: true, timeout: closingMs }),
  };
}

async function findRows(queries: Queries, query: SQL): Promise<{ rows: unknown[] }> {
  // Both drivers answer so; the type that they share does not say it.
  return (await queries.execute(query)) as { rows: unknown[] };
}

async function makeQueue(boss: PgBoss, name: string, options: object): Promise<void> {
  const all = {
    ...options,
    heartbeatSeconds,
    expireInSeconds: longestJobSeconds,
    deleteAfterSeconds: keepDoneSeconds,
    notify: true,
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
    log.warn({ problem: describeForLog(error), job: name }, 'a job failed and will be tried again');
    throw new Error('This job failed; the log says why.');
  }
}
