import { z } from 'zod';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { anyVoiceField, languageField } from './fields.ts';

export const costSchema = z.object({
  /** US dollars. */
  dollars: z.number(),
  /** False when some prices are unknown, so that it cost more. */
  isComplete: z.boolean(),
});

/** The response header with the id of the work, for requesting its cost later. */
export const workIdHeader = 'x-work-id';

export const costsQuerySchema = z.object({
  /** The value of {@link workIdHeader}. */
  work: z.uuid(fieldText(errors.notWorkId)).optional(),
});

/** `GET /api/account/costs`: provider costs of the account this month (UTC). 401 without a session. */
export const costsAnswerSchema = z.object({
  /** Such as `2026-11`. */
  month: z.string(),
  total: costSchema.nullable(),
  /** Null without costs or without known prices. */
  steps: z.object({
    vision: costSchema.nullable(),
    script: costSchema.nullable(),
    speech: costSchema.nullable(),
    transcription: costSchema.nullable(),
  }),
  /** Cost of the requested work; null as well after later work. */
  work: costSchema.nullable(),
});

const wrongLength = fieldText(errors.notLengthToEstimate);

/** `GET /api/costs/estimate` */
export const estimateQuerySchema = z.object({
  durationSeconds: z
    .string(wrongLength)
    .regex(/^\d{1,6}(?:\.\d+)?$/u, wrongLength)
    .transform(Number),
  language: languageField,
  voice: anyVoiceField,
  /** Length of the script; by default as long as the video allows. */
  characters: z
    .string()
    .regex(/^\d{1,6}$/u, fieldText(errors.notCharactersToEstimate))
    .transform(Number)
    .optional(),
  /** For a timed narration, which needs more frames. */
  timing: z.literal('cues').optional(),
  /** Languages into which the narration is translated and spoken, separated by commas. */
  into: z
    .string()
    .max(2000)
    .transform(names => [...new Set(names.split(','))])
    .pipe(z.array(languageField))
    .optional(),
});

/** A rough estimate. Null if it is free, or without known prices. */
export const estimateAnswerSchema = z.object({
  /** To look and write. */
  script: costSchema.nullable(),
  /** To look only. */
  look: costSchema.nullable(),
  /** To write only, from what was seen. */
  write: costSchema.nullable(),
  speech: costSchema.nullable(),
  /** To translate and speak it in all languages of `into`. */
  translation: costSchema.nullable().optional(),
  /** How long that takes, one language after another. */
  translationSeconds: z.number().optional(),
});

export type Cost = z.infer<typeof costSchema>;
export type CostsAnswer = z.infer<typeof costsAnswerSchema>;
export type EstimateAnswer = z.infer<typeof estimateAnswerSchema>;
