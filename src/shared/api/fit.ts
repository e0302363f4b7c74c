import { z } from 'zod';
import { maxTimedLines } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { descriptionField, descriptionRules, optionalGapsField } from './description-fields.ts';
import {
  anyVoiceField,
  durationSecondsField,
  languageField,
  mannerField,
  promptField,
  pronunciationsField,
  providerField,
  sourceSchema,
} from './fields.ts';
import { scriptTextField } from './free.ts';
import { problemSchema } from './problem.ts';

const tooManyLines = fieldText(errors.tooManyLines, { limit: maxTimedLines });
const indexField = z.int().nonnegative().max(maxTimedLines, fieldText(errors.noSuchLine));
const indicesField = z.array(indexField).max(maxTimedLines, tooManyLines);

/** Change nothing that is spoken, but the time that lines need and have. */
const paceFields = {
  pace: z.number().positive().optional(),
  pauseBeforeMs: z.number().nonnegative().optional(),
  pauseAfterMs: z.number().nonnegative().optional(),
};

/** How some lines are spoken; what it leaves out is as for the others. */
const deliverySchema = z.object({
  lines: indicesField,
  voice: anyVoiceField.optional(),
  provider: providerField,
  manner: mannerField,
  ...paceFields,
});

/**
 * `POST /api/free/fit` and `POST /api/fit`, JSON: speaks lines of a timed script separately and fits each to the time until the next one
 * begins. Answers `application/x-ndjson`, lines of {@link fitLineSchema}.
 */
export const fitRequestSchema = z
  .object({
    script: scriptTextField,
    /** Of the video; without it the script's rows are lines without times, which are spoken one by one and fitted to nothing. */
    durationSeconds: durationSecondsField.optional(),
    voice: anyVoiceField,
    /** Detected from the script by default. */
    language: languageField.optional(),
    provider: providerField,
    manner: mannerField,
    pronunciations: pronunciationsField,
    /** Lines with something of their own; each index at most once. */
    deliveries: z.array(deliverySchema).max(200).optional(),
    /** Indices of the lines to speak, from 0; all by default. */
    lines: indicesField.optional(),
    /** Known durations of other lines, 0 if unspoken: these are spoken again only if their text changes. */
    known: z
      .array(z.object({ index: indexField, seconds: z.number().nonnegative() }))
      .max(maxTimedLines, tooManyLines)
      .optional(),
    /** Lines whose text must not change. */
    locked: indicesField.optional(),
    /** Whether lines that are too long may be shortened. */
    shorten: z.boolean().default(true),
    prompt: promptField.optional(),
    /** The script is an audio description: its lines are fitted to the gaps. */
    description: descriptionField,
    gaps: optionalGapsField,
  })
  .refine(...descriptionRules.gapsNeedDescription)
  .refine(...descriptionRules.needsGaps);

/** A line of the answer; a stream that ends without `script` or `error` was cut off, but earlier lines are valid. */
export const fitLineSchema = z.union([
  /** Who speaks; first. */
  z.object({ source: sourceSchema }),
  z.object({
    line: z.object({
      index: z.int().nonnegative(),
      /** 0 without times. */
      startSeconds: z.number(),
      text: z.string(),
      /** The text before it was shortened. */
      before: z.string().optional(),
      /** The line's sound as base64, at natural speed, without silence at its ends. Empty if it cannot be spoken. */
      mp3: z.string(),
      seconds: z.number(),
      /** The playback speed that makes it fit, within limits. */
      speed: z.number(),
      /** The remaining excess; 0 if it fits. */
      excessSeconds: z.number(),
      /** In an extended description: how long the video pauses for it, if it does. */
      pauseSeconds: z.number().optional(),
      /** Text that is not spoken: all of it without sound, else words that the voice cannot read. */
      unspoken: z.string().optional(),
      /** Who speaks it, where that is another than the first. */
      source: sourceSchema.optional(),
    }),
  }),
  /** The script with its final text. */
  z.object({ script: z.string() }),
  problemSchema,
]);

export type FitRequest = z.infer<typeof fitRequestSchema>;
export type FitLine = z.infer<typeof fitLineSchema>;
