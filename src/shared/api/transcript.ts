import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { maxSaidCharacters, maxSaidParts } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { costSchema } from './costs.ts';
import { jsonTextField, languageField } from './fields.ts';

/**
 * `POST /api/free/transcript` and `POST /api/transcript`, multipart: this field and one file `sound`, a mono mp3 of at most ten minutes.
 */
export const transcriptFieldsSchema = z.object({
  /** The spoken language; detected by default. */
  language: languageField.optional(),
});

/** A text and its times in a sound, in seconds. */
export const cueSchema = z.object({ startSeconds: z.number(), endSeconds: z.number(), text: z.string() });

/** What is heard in the sound, see `Heard`. */
export const transcriptAnswerSchema = z.object({
  segments: z.array(
    cueSchema.extend({
      isSound: z.boolean().optional(),
      language: z.enum(languageNames).optional(),
      confidence: z.number().optional(),
      speaker: z.string().optional(),
      words: z.array(cueSchema).optional(),
    }),
  ),
  language: z.enum(languageNames).optional(),
  /** Who heard it, for a person. */
  provider: z.string(),
  model: z.string().optional(),
  /** For signed-in users and if known. */
  cost: costSchema.optional(),
});

const notSaid = fieldText(errors.notSaid);
const tooMuchSaid = fieldText(errors.tooMuchSaid, { limit: maxSaidCharacters });

/** What is said in a video, for whoever writes its narration; in order. */
export const saidField = z
  .array(
    z.object({
      startSeconds: z.number({ error: notSaid }).min(0, notSaid),
      endSeconds: z.number({ error: notSaid }).min(0, notSaid),
      text: z.string({ error: notSaid }),
      speaker: z.string().max(100, notSaid).optional(),
      isSound: z.boolean().optional(),
    }),
    { error: notSaid },
  )
  .max(maxSaidParts, tooMuchSaid)
  .refine(said => said.reduce((sum, { text }) => sum + text.length, 0) <= maxSaidCharacters, tooMuchSaid)
  .optional();

export const saidTextField = jsonTextField(saidField, notSaid);

export type TranscriptAnswer = z.infer<typeof transcriptAnswerSchema>;
