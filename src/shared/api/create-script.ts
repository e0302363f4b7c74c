import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { maxWishCharacters } from '../limits.ts';
import { parsePrompt } from '../prompt.ts';
import { languageField, wishField } from './fields.ts';

/**
 * `POST /create_script`, multipart: the file `video` and this field `prompt`, which is the wish, then
 * `. Output in this language: ` and the language. Answers {@link scriptAnswerSchema} of `free.ts`.
 */
export const createScriptFieldsSchema = z.object({
  prompt: z
    .string({ error: 'Please describe the narration you want.' })
    .max(maxWishCharacters + 100, `Please describe the narration in at most ${maxWishCharacters} characters.`)
    .transform((prompt, context) => {
      const parsed = parsePrompt(prompt);
      if (parsed) return parsed;
      context.addIssue({
        code: 'custom',
        message: `The prompt must end with ". Output in this language: " and one of the ${languageNames.length} languages.`,
      });
      return z.NEVER;
    })
    .pipe(z.object({ wish: wishField, language: languageField })),
});
