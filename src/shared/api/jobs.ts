import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { fieldText } from '../messages/field-text.ts';
import { jobErrors as errors } from '../messages/job-errors.ts';
import { languageField } from './fields.ts';
import { problemSchema } from './problem.ts';

const limit = languageNames.length;
const longestWebhookUrl = 2000;

/** `POST /api/projects/:id/translations`, JSON: 202 with {@link queuedJobSchema} and `Location: /api/jobs/ID`. */
export const translationJobRequestSchema = z.object({
  /** By default the first narration of the project. */
  narrationId: z.string().max(64).optional(),
  /** A language that the project has already is updated. */
  languages: z
    .array(languageField)
    .min(1, fieldText(errors.noLanguages))
    .max(limit, fieldText(errors.tooManyLanguages, { limit }))
    .transform(languages => [...new Set(languages)]),
  /** Gets a POST when the job ends, signed as Standard Webhooks says. */
  webhookUrl: z.string().max(longestWebhookUrl, fieldText(errors.badWebhook)).optional(),
});

export const jobKinds = ['translate'] as const;

export const jobStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export const queuedJobSchema = z.object({ id: z.string(), status: z.enum(jobStatuses) });

export const jobResultSchema = z.object({
  /** Ids of the translated narrations by language. */
  narrations: z.partialRecord(z.enum(languageNames), z.string()),
  /** Errors by language. What was translated before the error is kept. */
  errors: z.partialRecord(z.enum(languageNames), problemSchema.shape.error),
});

/** `GET /api/jobs/:id`; also the `data` of a webhook. */
export const jobSchema = queuedJobSchema.extend({
  kind: z.enum(jobKinds),
  projectId: z.string(),
  /** From 0 to 1. */
  progress: z.number(),
  result: jobResultSchema,
  createdAt: z.string(),
  endedAt: z.string().optional(),
});

/** `GET /api/jobs`, newest first. */
export const jobListSchema = z.object({ jobs: z.array(jobSchema) });

/** `GET /api/webhook-secret` */
export const webhookSecretSchema = z.object({ secret: z.string() });

export type TranslationJobRequest = z.infer<typeof translationJobRequestSchema>;

/** What a job was asked for. */
export type TranslationJob = Pick<TranslationJobRequest, 'languages'> & {
  readonly projectId: string;
  readonly narrationId: string;
};
export type JobResult = z.infer<typeof jobResultSchema>;
export type JobAnswer = z.infer<typeof jobSchema>;
