import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { maxPromptCharacters, maxTimedFrames } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { parsePrompt } from '../prompt.ts';
import {
  castTextField,
  descriptionField,
  descriptionRules,
  detailField,
  gapsTextField,
  partTextField,
} from './description-fields.ts';
import { languageField, promptField, timingField, titleField } from './fields.ts';
import { saidTextField } from './transcript.ts';

const tooManySeconds = fieldText(errors.tooManyFrames, { limit: maxTimedFrames });
const promptWithoutLanguage = fieldText(errors.promptWithoutLanguage, { count: languageNames.length });
/** Longer lists are refused before they are split. */
const maxListCharacters = maxTimedFrames * 20;

const secondsListField = z
  .string()
  .max(maxListCharacters, tooManySeconds)
  .transform(text => text.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part))))
  .pipe(
    z
      .array(
        z.number({ error: fieldText(errors.notListOfSeconds) }).min(0, fieldText(errors.negativeTimeOfFrame)),
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
      .string({ error: fieldText(errors.noPrompt) })
      .max(maxPromptCharacters + 100, fieldText(errors.promptTooLong, { limit: maxPromptCharacters }))
      .transform((prompt, context) => {
        const parsed = parsePrompt(prompt);
        if (parsed) return parsed;
        context.addIssue({ code: 'custom', message: promptWithoutLanguage });
        return z.NEVER;
      })
      .pipe(z.object({ prompt: promptField, language: languageField })),
    /** A script with times. */
    timing: timingField,
    /** With `timing`: the times of the frames to analyse, separated by commas; chosen by the server by default. */
    seconds: secondsListField,
    /** With `timing`: an audio description. */
    description: descriptionField,
    /** With `description`: the gaps as JSON; by default detected in the video's sound. */
    gaps: gapsTextField,
    /** With `description`: how much it says. */
    detail: detailField,
    /** By default what the name of the file and its tags say. */
    title: titleField,
    /** Who is who, as JSON. */
    cast: castTextField,
    /** What is said in the video, as JSON. */
    transcript: saidTextField,
    /** With `timing`: lines for a part alone, as JSON. */
    part: partTextField,
  })
  .refine(...descriptionRules.needsTiming)
  .refine(...descriptionRules.partNeedsTiming)
  .refine(...descriptionRules.gapsNeedDescription);

export type CreateScriptFields = z.output<typeof createScriptFieldsSchema>;
