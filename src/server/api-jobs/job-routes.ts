import { z } from 'zod';
import {
  jobListSchema,
  jobSchema,
  queuedJobSchema,
  type TranslationJobRequest,
  translationJobRequestSchema,
  webhookSecretSchema,
} from '#shared/api/jobs.ts';
import { projectParamsSchema } from '#shared/api/projects.ts';
import { CodedError } from '#shared/errors.ts';
import { jobErrors } from '#shared/messages/job-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import type { Project } from '#shared/narration/project.ts';
import type { ChosenEngines } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';
import { type Account, narratingOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { DailyLimits } from '../limits/daily-limits.ts';
import { requireAccountSubject } from '../limits/require-visitor.ts';
import type { Plans } from '../plans/plans.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import { type ApiJobs, describeJob } from './api-jobs.ts';
import { makeWebhookSecret } from './deliver-webhook.ts';
import { requireWebhookUrl } from './webhook-address.ts';

interface JobRouteParts {
  readonly config: Pick<Config, 'webhookHosts'>;
  readonly jobs: ApiJobs;
  readonly projects: ProjectStore;
  readonly engines: Pick<ChosenEngines, 'script'>;
  readonly dailyLimits: DailyLimits;
  readonly plans: Plans;
  /** The product's. */
  readonly secret: string;
}

const jobParamsSchema = z.object({ id: z.uuid() });

/** Queued work for other programs: `POST /api/projects/:id/translations`, and `/api/jobs` to follow or cancel it. */
export function addJobRoutes(routes: Routes, parts: JobRouteParts): void {
  const { config, jobs, secret } = parts;

  routes.add({
    method: 'POST',
    url: '/api/projects/:id/translations',
    schema: {
      summary: 'Queues translations of a narration of a stored project',
      params: projectParamsSchema,
      body: translationJobRequestSchema,
      response: { 202: queuedJobSchema },
    },
    guards: {
      ...narratingOnly,
      signIn: { token: ['narrate', 'write projects'] },
      quota: { askedBy: requireUseLeft },
      atOnce: 'project',
    },
    async handler({ params, body, work }, reply, { account }) {
      const { webhookUrl, languages } = body;
      if (webhookUrl !== undefined) requireWebhookUrl(webhookUrl, config.webhookHosts);
      const { document } = await parts.projects.read(account.uid, params.id);
      const narrationId = requireNarration(document, body).id;
      const writer = await parts.engines.script.choose(work);
      if (!writer.translateLines)
        throw new CodedError('bad_request', { message: fill(narrationMessages.cannotTranslate) });
      await requireUseLeft(parts, account);
      const asked = { projectId: params.id, narrationId, languages };
      const { id, status } = await jobs.add(account, { asked, webhookUrl });
      return reply.code(202).header('location', `/api/jobs/${id}`).send({ id, status });
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/jobs',
    schema: { summary: 'Jobs of the account, newest first', response: { 200: jobListSchema } },
    guards: narratingOnly,
    async handler(_request, reply, { account }) {
      reply.header('cache-control', 'no-store');
      return { jobs: (await jobs.list(account.uid)).map(describeJob) };
    },
  });
  const jobCall = { params: jobParamsSchema, response: { 200: jobSchema } };
  routes.add({
    method: 'GET',
    url: '/api/jobs/:id',
    schema: { summary: 'How far a job is, and its result', ...jobCall },
    guards: narratingOnly,
    async handler({ params }, reply, { account }) {
      reply.header('cache-control', 'no-store');
      return describeJob(await jobs.read(account.uid, params.id));
    },
  });
  routes.add({
    method: 'DELETE',
    url: '/api/jobs/:id',
    schema: { summary: 'Cancels a job; what is done stays', ...jobCall },
    guards: narratingOnly,
    handler: async ({ params }, _reply, { account }) =>
      describeJob(await jobs.cancel(account.uid, params.id)),
  });

  routes.add({
    method: 'GET',
    url: '/api/webhook-secret',
    schema: {
      summary:
        'The secret that signs webhooks of jobs queued with this token, or in sessions of this account',
      response: { 200: webhookSecretSchema },
    },
    guards: narratingOnly,
    async handler(_request, reply, { account: { uid, tokenId } }) {
      reply.header('cache-control', 'no-store');
      return { secret: makeWebhookSecret(secret, tokenId ?? uid) };
    },
  });
}

/** @throws CodedError `bad_request` */
function requireNarration({ narrations }: Project, { narrationId, languages }: TranslationJobRequest) {
  const narration =
    narrationId === undefined ? narrations[0] : narrations.find(({ id }) => id === narrationId);
  if (!narration) throw new CodedError('bad_request', { message: fill(jobErrors.noSuchNarration) });
  const { language } = narration;
  if (language && languages.includes(language))
    throw new CodedError('bad_request', { message: fill(narrationMessages.sameLanguage, { language }) });
  return narration;
}

/** Each language counts one when it is translated. @throws CodedError `rate_limited` if none is left today */
async function requireUseLeft({ plans, dailyLimits }: JobRouteParts, account: Account): Promise<void> {
  const { plan } = await plans.findStatus(account);
  const subject = requireAccountSubject(undefined, account, plans.getNarrationsPerDay(plan));
  await dailyLimits.requireLeft('script', subject);
}
