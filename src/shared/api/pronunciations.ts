import { z } from 'zod';
import { maxOwnPronunciations } from '../limits.ts';
import { languageField, pronunciationFields } from './fields.ts';

/** `GET` and `PUT /api/account/pronunciations`: how words are said in all projects of the account. */
export const ownPronunciationsSchema = z.object({
  /** The first entry of a word and language counts. */
  pronunciations: z
    .array(z.object({ language: languageField, ...pronunciationFields }))
    .max(maxOwnPronunciations),
});
