import { z } from 'zod';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { scriptChanges } from '../script/script-change.ts';
import { costSchema } from './costs.ts';
import { durationSecondsField, languageField, promptField } from './fields.ts';
import { scriptTextField } from './free.ts';

/**
 * `POST /api/free/rewrite` and `POST /api/rewrite`, JSON: fits a script to its video. Both answer like the script calls, also as a stream.
 */
export const rewriteRequestSchema = z.object({
  script: scriptTextField,
  /** The language of the script, which is kept; detected by default. */
  language: languageField.optional(),
  change: z.enum(scriptChanges, { error: fieldText(errors.unknownChange) }),
  durationSeconds: durationSecondsField,
  /** Measured duration of the script; by default estimated from the language's usual rate. */
  spokenSeconds: z.coerce
    .number({ error: fieldText(errors.recordingNotNumber) })
    .positive(fieldText(errors.recordingNotPositive))
    .max(7 * 24 * 3600, fieldText(errors.recordingNotNumber))
    .optional(),
  prompt: promptField.optional(),
});

/** With its cost, for signed-in users and if known. */
export const rewriteAnswerSchema = z.object({ script: z.string(), cost: costSchema.optional() });

export type RewriteRequest = z.infer<typeof rewriteRequestSchema>;
