import { type TranslationStep, translateNarration } from '#narration/translate-narration.ts';
import type { JobResult, TranslationJob } from '#shared/api/jobs.ts';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { jobErrors } from '#shared/messages/job-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { projectErrors } from '#shared/messages/project-errors.ts';
import { apply } from '#shared/narration/commands.ts';
import type { Line, Project } from '#shared/narration/project.ts';
import { findTranslation, listUntranslated } from '#shared/narration/translations.ts';
import type { ChosenEngines } from '../choose-engines.ts';
import type { AccountCosts } from '../costs/account-costs.ts';
import type { Account } from '../guards/guards.ts';
import { toProblem } from '../http/answer-problem.ts';
import { toCodedError } from '../http/to-coded-error.ts';
import type { Job } from '../jobs/job-queue.ts';
import type { DailyLimits } from '../limits/daily-limits.ts';
import { requireAccountSubject } from '../limits/require-visitor.ts';
import { countTranslation } from '../narrations/narration-parts.ts';
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
  const { account, work, result, projectId, narrationId } = job;
  const { costs, dailyLimits, engines, plans, projects } = parts;
  try {
    const { document, deletedAt } = await projects.read(account.uid, projectId);
    if (deletedAt) throw new CodedError('not_found', { message: fill(projectErrors.notFound) });
    const lines = listMissing(document, narrationId, language);
    if (lines.length > 0) {
      const { plan } = await plans.findStatus(account);
      const subject = requireAccountSubject(undefined, account, plans.getNarrationsPerDay(plan));
      const { what, amount } = countTranslation(lines);
      await using use = await dailyLimits.take(what, subject, amount);
      const metered = costs.begin(use, account);
      const writer = metered.script(await engines.script.choose(work));
      const order = { narrationId, language, update: true };
      let done = 0;
      const report = (step: TranslationStep) => {
        if ('line' in step) job.report(++done / lines.length);
        else if (!work.aborted) result.errors[language] = toProblem(step.failure).error;
      };
      const commands = await translateNarration(writer, document, order, { signal: work, report });
      use.spend();
      await projects.change(account.uid, projectId, project =>
        commands.reduce<Project>((each, command) => apply(each, command), project),
      );
      await metered.settle();
    }
    const changed = await projects.read(account.uid, projectId);
    const id = findTranslation(changed.document, narrationId, language)?.id;
    if (id) result.narrations[language] = id;
  } catch (error) {
    if (!work.aborted) result.errors[language] = toProblem(toCodedError(error)).error;
  }
}

function listMissing(project: Project, narrationId: string, language: LanguageName): readonly Line[] {
  const source = project.narrations.find(({ id }) => id === narrationId);
  if (!source) throw new CodedError('not_found', { message: fill(jobErrors.noSuchNarration) });
  return listUntranslated(source, findTranslation(project, narrationId, language));
}
