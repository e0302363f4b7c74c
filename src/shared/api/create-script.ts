import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { maxPromptCharacters, maxTimedFrames } from '../limits.ts';
import { parsePrompt } from '../prompt.ts';
import { descriptionField, descriptionRules, gapsTextField } from './description-fields.ts';
import { languageField, promptField, timingField } from './fields.ts';

const tooManySeconds = `At most ${maxTimedFrames} frames are looked at.`;
/** More than anybody writes for so many numbers: what is longer is not even cut at its commas. */
const mostListCharacters = maxTimedFrames * 20;

/** Times in a video, separated by commas. */
const secondsListField = z
  .string()
  .max(mostListCharacters, tooManySeconds)
  .transform(text => text.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part))))
  .pipe(
    z
      .array(
        z
          .number({ error: 'The field "seconds" must hold numbers of seconds, separated by commas.' })
          .min(0, 'A frame cannot lie before the start of its video.'),
      )
      .max(maxTimedFrames, tooManySeconds),
  )
  .optional();

/**
 * `POST /create_script`, multipart: the file `video` and this field `prompt`, which is the prompt, then
 * `. Output in this language: ` and the language. Answers {@link scriptAnswerSchema} of `free.ts`.
 */
export const createScriptFieldsSchema = z
  .object({
    prompt: z
      .string({ error: 'Please describe the narration you want.' })
      .max(
        maxPromptCharacters + 100,
        `Please describe the narration in at most ${maxPromptCharacters} characters.`,
      )
      .transform((prompt, context) => {
        const parsed = parsePrompt(prompt);
        if (parsed) return parsed;
        context.addIssue({
          code: 'custom',
          message: `The prompt must end with ". Output in this language: " and one of the ${languageNames.length} languages.`,
        });
        return z.NEVER;
      })
      .pipe(z.object({ prompt: promptField, language: languageField })),
    /** A script of which each line has its time. */
    timing: timingField,
    /** With `timing`: when the pictures are to be seen that are looked at, separated by commas; chosen here when left out. */
    seconds: secondsListField,
    /** With `timing`: an audio description. */
    description: descriptionField,
    /** With `description`: where nobody speaks, as JSON; found in the sound of the video when left out. */
    gaps: gapsTextField,
  })
  .refine(descriptionRules.needsTiming.isKept, descriptionRules.needsTiming.message)
  .refine(descriptionRules.gapsNeedDescription.isKept, descriptionRules.gapsNeedDescription.message);

export type CreateScriptFields = z.output<typeof createScriptFieldsSchema>;
