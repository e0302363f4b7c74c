import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { JobAnswer, JobResult, TranslationJob } from '#shared/api/jobs.ts';
import { CodedError } from '#shared/errors.ts';
import { jobErrors } from '#shared/messages/job-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { user } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import { apiJobs } from '../database/project-schema.ts';
import type { Account } from '../guards/guards.ts';
import type { JobQueue } from '../jobs/job-queue.ts';

type JobRow = typeof apiJobs.$inferSelect;

interface NewJob {
  readonly asked: TranslationJob;
  readonly webhookUrl: string | undefined;
}

const mostUnfinished = 5;
/** Also those that ended within a day: cancelled ones cost nothing, but each may call a webhook. */
const mostKept = 1000;

const isUnfinished = inArray(apiJobs.status, ['queued', 'running']);

/** Work that programs queue for an account, as rows that tell how far it is. */
export class ApiJobs {
  readonly #queries: Queries;
  readonly #queue: JobQueue;

  constructor(queries: Queries, queue: JobQueue) {
    this.#queries = queries;
    this.#queue = queue;
  }

  /** @throws CodedError `rate_limited` if the account has too many */
  add({ uid, tokenId }: Account, job: NewJob): Promise<JobRow> {
    return this.#queries.transaction(async () => {
      // Others of this account wait here.
      await this.#queries.select({ id: user.id }).from(user).where(eq(user.id, uid)).for('no key update');
      const [counted] = await this.#queries
        .select({ kept: count(), unfinished: sql<number>`count(*) filter (where ${isUnfinished})::int` })
        .from(apiJobs)
        .where(eq(apiJobs.uid, uid));
      if (counted && counted.unfinished >= mostUnfinished)
        throw new CodedError('rate_limited', {
          message: fill(jobErrors.tooManyJobs, { limit: mostUnfinished }),
          retryAfterSeconds: 60,
        });
      if (counted && counted.kept >= mostKept)
        throw new CodedError('rate_limited', {
          message: fill(jobErrors.tooManyJobsToday, { limit: mostKept }),
          retryAfterSeconds: 3600,
        });
      const [row] = await this.#queries
        .insert(apiJobs)
        .values({ ...job, uid, tokenId, kind: 'translate', status: 'queued' })
        .returning();
      if (!row) throw new CodedError('internal');
      await this.#queue.send('api-job', { jobId: row.id, uid });
      return row;
    });
  }

  /** Newest first. */
  list(uid: string): Promise<JobRow[]> {
    return this.#queries.select().from(apiJobs).where(eq(apiJobs.uid, uid)).orderBy(desc(apiJobs.createdAt));
  }

  /** @throws CodedError `not_found` */
  async read(uid: string, id: string): Promise<JobRow> {
    const [row] = await this.#queries
      .select()
      .from(apiJobs)
      .where(and(eq(apiJobs.id, id), eq(apiJobs.uid, uid)));
    if (!row) throw new CodedError('not_found', { message: fill(jobErrors.noSuchJob) });
    return row;
  }

  /** The process that does it finds out within seconds. Nothing happens to one that ended. @throws CodedError `not_found` */
  async cancel(uid: string, id: string): Promise<JobRow> {
    await this.read(uid, id);
    await this.end(id, 'cancelled');
    return this.read(uid, id);
  }

  /** @returns undefined if it ended, or its account or token is gone */
  async start(id: string): Promise<JobRow | undefined> {
    return this.#update(id, { status: 'running' });
  }

  /** Who pays for it; undefined if the account is gone. */
  async findOwner({ uid, tokenId }: JobRow): Promise<Account | undefined> {
    const [owner] = await this.#queries
      .select({ uid: user.id, email: user.email, emailVerified: user.emailVerified })
      .from(user)
      .where(eq(user.id, uid));
    return owner && { ...owner, tokenId: tokenId ?? undefined };
  }

  /** @returns whether it should go on */
  async note(id: string, progress: number, result: JobResult): Promise<boolean> {
    return (await this.#update(id, { progress, result })) !== undefined;
  }

  /** With the webhook, if there is one. Nothing happens to a job that ended before. */
  end(id: string, status: 'done' | 'failed' | 'cancelled', result?: JobResult): Promise<void> {
    const progress = status === 'done' ? { progress: 1 } : {};
    return this.#queries.transaction(async () => {
      const row = await this.#update(id, {
        status,
        endedAt: sql`now()`,
        ...progress,
        ...(result && { result }),
      });
      if (row?.webhookUrl) await this.#queue.send('webhook', { jobId: id, uid: row.uid });
    });
  }

  async #update(
    id: string,
    set: Parameters<ReturnType<Queries['update']>['set']>[0],
  ): Promise<JobRow | undefined> {
    const [row] = await this.#queries
      .update(apiJobs)
      .set(set)
      .where(and(eq(apiJobs.id, id), isUnfinished))
      .returning();
    return row;
  }
}

/** A job as answers and webhooks have it. */
export function describeJob({ id, kind, status, asked, ...row }: JobRow): JobAnswer {
  return {
    id,
    kind,
    status,
    projectId: asked.projectId,
    progress: row.progress,
    result: row.result ?? { narrations: {}, errors: {} },
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString(),
  };
}
