import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { allVoices } from '../voices.ts';

/** What providers charge for some work. */
export const costSchema = z.object({
  /** US dollars. */
  dollars: z.number(),
  /** False when the price of some of it is not known, so that it was more. */
  isComplete: z.boolean(),
});

/** Null where no money was spent, or no price is known. */
const costByStepSchema = z.object({
  vision: costSchema.nullable(),
  script: costSchema.nullable(),
  speech: costSchema.nullable(),
});

/** The header of an answer that names the work behind it, to ask afterwards what it cost. */
export const workIdHeader = 'x-work-id';

export const costsQuerySchema = z.object({
  /** What {@link workIdHeader} said. */
  work: z.uuid(fieldText(errors.notWorkId)).optional(),
});

/** `GET /api/account/costs`: what providers did for the account this month (UTC). 401 for nobody. */
export const costsAnswerSchema = z.object({
  /** Such as `2026-11`. */
  month: z.string(),
  total: costSchema.nullable(),
  steps: costByStepSchema,
  /** Of the work that was asked about; null as well when later work has taken its place. */
  work: costSchema.nullable(),
});

const wrongLength = fieldText(errors.notLengthToEstimate);

/** `GET /api/costs/estimate` */
export const estimateQuerySchema = z.object({
  durationSeconds: z
    .string(wrongLength)
    .regex(/^\d{1,6}(?:\.\d+)?$/u, wrongLength)
    .transform(Number),
  language: z.enum(languageNames, fieldText(errors.unknownLanguage, { count: languageNames.length })),
  voice: z.enum(allVoices, fieldText(errors.unknownVoice)),
  /** How long the script is; left out, as long as the video has time for. */
  characters: z
    .string()
    .regex(/^\d{1,6}$/u, fieldText(errors.notCharactersToEstimate))
    .transform(Number)
    .optional(),
  /** For a narration that follows the picture, for which more pictures are looked at. */
  timing: z.literal('cues').optional(),
});

/** What it will cost, roughly. Null where it costs nobody money, or no price is known. */
export const estimateAnswerSchema = z.object({
  /** To look at the video and to write the script. */
  script: costSchema.nullable(),
  speech: costSchema.nullable(),
});

export type Cost = z.infer<typeof costSchema>;
export type CostsAnswer = z.infer<typeof costsAnswerSchema>;
export type EstimateAnswer = z.infer<typeof estimateAnswerSchema>;
