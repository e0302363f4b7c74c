import { z } from 'zod';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { scriptChanges } from '../script/script-change.ts';
import { costSchema } from './costs.ts';
import { durationSecondsField, languageField, promptField } from './fields.ts';
import { scriptTextField } from './free.ts';

/**
 * `POST /api/free/rewrite` and `POST /api/rewrite`, JSON: a script that shall fit its video. Both answer as the script calls
 * do, also in lines.
 */
export const rewriteRequestSchema = z.object({
  script: scriptTextField,
  /** The language of the script, in which it stays; found out from it when left out. */
  language: languageField.optional(),
  change: z.enum(scriptChanges, { error: fieldText(errors.unknownChange) }),
  /** The length of the video. */
  durationSeconds: durationSecondsField,
  /** How long the script was when it was spoken; left out, that is reckoned by the language's usual rate. */
  spokenSeconds: z.coerce
    .number({ error: fieldText(errors.recordingNotNumber) })
    .positive(fieldText(errors.recordingNotPositive))
    .max(7 * 24 * 3600, fieldText(errors.recordingNotNumber))
    .optional(),
  /** What it was written for. */
  prompt: promptField.optional(),
});

/** With what it cost, for the signed-in user and where that is known. */
export const rewriteAnswerSchema = z.object({ script: z.string(), cost: costSchema.optional() });

export type RewriteRequest = z.infer<typeof rewriteRequestSchema>;
