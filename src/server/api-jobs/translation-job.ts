import { translateNarration } from '#narration/translate-narration.ts';
import type { JobResult, TranslationJob } from '#shared/api/jobs.ts';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { fill } from '#shared/messages/message.ts';
import { projectErrors } from '#shared/messages/project-errors.ts';
import { apply } from '#shared/narration/commands.ts';
import type { Project } from '#shared/narration/project.ts';
import { listTranslations } from '#shared/narration/translations.ts';
import type { ChosenEngines } from '../choose-engines.ts';
import type { AccountCosts } from '../costs/account-costs.ts';
import type { Account } from '../guards/guards.ts';
import { toProblem } from '../http/answer-problem.ts';
import { toCodedError } from '../http/to-coded-error.ts';
import type { Job } from '../jobs/job-queue.ts';
import type { DailyLimits } from '../limits/daily-limits.ts';
import { requireAccountSubject } from '../limits/require-visitor.ts';
import type { Plans } from '../plans/plans.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { ApiJobs } from './api-jobs.ts';

interface TranslationJobParts {
  readonly jobs: ApiJobs;
  readonly projects: ProjectStore;
  readonly engines: Pick<ChosenEngines, 'script'>;
  readonly costs: AccountCosts;
  readonly dailyLimits: DailyLimits;
  readonly plans: Plans;
  /** Fires when this process stops. */
  readonly closing: AbortSignal;
}

interface RunningJob extends TranslationJob {
  readonly account: Account;
  readonly work: AbortSignal;
  /** What is known so far; grows. */
  readonly result: JobResult;
  /** @param share of the language that is done, from 0 to 1 */
  report(share: number): void;
}

/** How often a running job writes how far it is, and finds out that it was cancelled. */
const lookMs = 2000;

/** With its pauses. A job that never ends would count as unfinished. */
const longestJobMs = 24 * 3600_000;

/**
 * Translates a narration of a stored project into the languages of a job, one after the other. Goes on with what is missing if it was
 * interrupted. Ends early without an error when it was cancelled, or its account or token is gone.
 * @throws when this process stops or another one has taken it over, so that it goes on there
 */
export async function doTranslationJob(parts: TranslationJobParts, job: Job<'api-job'>): Promise<void> {
  const { jobs } = parts;
  const id = job.data.jobId;
  const row = await jobs.start(id);
  const account = row && (await jobs.findOwner(row));
  if (!account) return;
  if (Date.now() - row.createdAt.getTime() > longestJobMs) return jobs.end(id, 'failed');
  const leaving = AbortSignal.any([job.signal, parts.closing]);
  const cancelling = new AbortController();
  const work = AbortSignal.any([leaving, cancelling.signal]);
  const result: JobResult = { narrations: {}, errors: {} };
  const { languages } = row.asked;
  let progress = 0;
  const look = async () => {
    if (!(await jobs.note(id, progress, result))) cancelling.abort(new CodedError('client_closed'));
  };
  const looking = setInterval(() => look().catch(() => undefined), lookMs);
  try {
    for (const [at, language] of languages.entries()) {
      const report = (share: number) => {
        progress = (at + share) / languages.length;
      };
      await translateInto(language, parts, { ...row.asked, account, work, result, report });
      if (work.aborted) break;
    }
  } finally {
    clearInterval(looking);
  }
  leaving.throwIfAborted();
  await jobs.end(id, Object.keys(result.errors).length === 0 ? 'done' : 'failed', result);
}

async function translateInto(
  language: LanguageName,
  parts: TranslationJobParts,
  job: RunningJob,
): Promise<void> {
  const { account, work, result } = job;
  try {
    const { plan } = await parts.plans.findStatus(account);
    const narrationsPerDay = parts.plans.getNarrationsPerDay(plan);
    const subject = requireAccountSubject(undefined, account, narrationsPerDay);
    await using use = await parts.dailyLimits.take('script', subject);
    const metered = parts.costs.begin(use, account);
    const writer = metered.script(await parts.engines.script.choose(work));
    const { document, deletedAt } = await parts.projects.read(account.uid, job.projectId);
    if (deletedAt) throw new CodedError('not_found', { message: fill(projectErrors.notFound) });
    const lines = document.narrations.find(each => each.id === job.narrationId)?.lines.length ?? 0;
    let done = 0;
    const commands = await translateNarration(
      writer,
      document,
      { narrationId: job.narrationId, language, update: true },
      {
        signal: work,
        report: step => {
          if ('failure' in step) result.errors[language] = toProblem(step.failure).error;
          else job.report(++done / lines);
        },
      },
    );
    if (commands.length > 0) use.spend();
    const changed = await parts.projects.change(account.uid, job.projectId, project =>
      commands.reduce<Project>((each, command) => apply(each, command), project),
    );
    const translation = listTranslations(changed, job.narrationId).findLast(
      each => each.language === language,
    );
    if (translation) result.narrations[language] = translation.id;
  } catch (error) {
    // Else the reason for stopping is told.
    if (!work.aborted) result.errors[language] = toProblem(toCodedError(error)).error;
  }
}
