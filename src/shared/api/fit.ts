import { z } from 'zod';
import { maxTimedLines } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { descriptionField, descriptionRules, optionalGapsField } from './description-fields.ts';
import { anyVoiceField, durationSecondsField, languageField, promptField, voiceField } from './fields.ts';
import { scriptTextField } from './free.ts';
import { problemSchema } from './problem.ts';

const { gapsNeedDescription, needsGaps } = descriptionRules;

const tooManyLines = fieldText(errors.tooManyLines, { limit: maxTimedLines });
const indexField = z.int().nonnegative().max(maxTimedLines, fieldText(errors.noSuchLine));
const indicesField = z.array(indexField).max(maxTimedLines, tooManyLines);

const fitFields = z.object({
  script: scriptTextField,
  /** The length of the video. */
  durationSeconds: durationSecondsField,
  voice: voiceField,
  /** Found out from the script when left out. */
  language: languageField.optional(),
  /** The `id` of somebody else who can speak, by `GET /api/voices`. */
  provider: z.string().max(50, fieldText(errors.noSuchProvider)).optional(),
  /** The lines to speak, from 0 on; all of them when left out. */
  lines: indicesField.optional(),
  /** How long other lines were when they were spoken, 0 where nothing could be: these are spoken again only in other words. */
  known: z
    .array(z.object({ index: indexField, seconds: z.number().nonnegative() }))
    .max(maxTimedLines, tooManyLines)
    .optional(),
  /** Lines whose words stay. */
  locked: indicesField.optional(),
  /** Whether lines that are too long may be said in fewer words. */
  shorten: z.boolean().default(true),
  /** What the script was written for. */
  prompt: promptField.optional(),
  /** The script is an audio description: its lines are made to fit the gaps. */
  description: descriptionField,
  gaps: optionalGapsField,
});

/**
 * `POST /api/free/fit`, JSON: lines of a timed script are spoken, each for itself, and made to fit the time until the next one
 * begins. Answers `application/x-ndjson`, lines of {@link fitLineSchema}.
 */
export const fitRequestSchema = fitFields
  .refine(gapsNeedDescription.isKept, gapsNeedDescription.message)
  .refine(needsGaps.isKept, needsGaps.message);

/** `POST /api/fit`, which knows the voices of the premium plan, too. */
export const anyFitRequestSchema = fitFields
  .extend({ voice: anyVoiceField })
  .refine(gapsNeedDescription.isKept, gapsNeedDescription.message)
  .refine(needsGaps.isKept, needsGaps.message);

/** A line of the answer; a stream that ends without `script` or `error` was cut off, and what came before is done. */
export const fitLineSchema = z.union([
  z.object({
    line: z.object({
      index: z.int().nonnegative(),
      startSeconds: z.number(),
      text: z.string(),
      /** What it said before it was made shorter. */
      before: z.string().optional(),
      /** The line alone, as base64: at its natural speed, without silence at its ends. Empty where it cannot be spoken. */
      mp3: z.string(),
      /** How long that is. */
      seconds: z.number(),
      /** At which it is to be laid so that it fits, as far as it does. */
      speed: z.number(),
      /** What is missing even so; 0 where it fits. */
      excessSeconds: z.number(),
      /** In an extended description: how long the picture stands still for it, where it does. */
      pauseSeconds: z.number().optional(),
      /** What of the text is not spoken: all of it, where there is no sound, or words that the voice cannot read. */
      unspoken: z.string().optional(),
    }),
  }),
  /** The timed script with the words that it has now. */
  z.object({ script: z.string() }),
  problemSchema,
]);

export type FitRequest = z.infer<typeof anyFitRequestSchema>;
export type FitLine = z.infer<typeof fitLineSchema>;
