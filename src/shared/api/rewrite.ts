import { z } from 'zod';
import { maxLineCharacters, maxNeighbouringLines, maxWishCharacters } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { scriptChanges } from '../script/time-budget.ts';
import { costSchema } from './costs.ts';
import { descriptionField } from './description-fields.ts';
import { durationSecondsField, languageField, promptField } from './fields.ts';
import { scriptAnswerSchema, scriptTextField } from './free.ts';
import { textField } from './person-fields.ts';

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

/** The writer is absent if sentences were only removed. */
export const rewriteAnswerSchema = scriptAnswerSchema.pick({ script: true, writer: true, cost: true });

const lineTooLong = fieldText(errors.lineTooLongToRewrite, { limit: maxLineCharacters });

const neighboursField = z
  .array(z.string().max(maxLineCharacters, lineTooLong))
  .max(maxNeighbouringLines, fieldText(errors.tooManyNeighbours, { limit: maxNeighbouringLines }))
  .optional();

/** `POST /api/free/rewrite-line` and `POST /api/rewrite-line`, JSON: rewrites one line of a script as wished. */
export const rewriteLineRequestSchema = z.object({
  text: textField(maxLineCharacters, fieldText(errors.noLine), lineTooLong),
  /** What to change, such as "shorter". */
  wish: textField(
    maxWishCharacters,
    fieldText(errors.noWish),
    fieldText(errors.wishTooLong, { limit: maxWishCharacters }),
  ),
  /** The language of the line, which is kept. */
  language: languageField,
  /** The neighbouring lines, in order. */
  before: neighboursField,
  after: neighboursField,
  /** How long the line may be spoken; 0 where another line begins at once. */
  availableSeconds: z
    .number(fieldText(errors.notAvailableSeconds))
    .min(0, fieldText(errors.notAvailableSeconds))
    .optional(),
  /** The prompt of the script. */
  prompt: promptField.optional(),
  description: descriptionField,
});

/** With its cost, for signed-in users and if known. */
export const rewriteLineAnswerSchema = z.object({ text: z.string(), cost: costSchema.optional() });

export type RewriteRequest = z.infer<typeof rewriteRequestSchema>;
export type RewriteLineRequest = z.infer<typeof rewriteLineRequestSchema>;
