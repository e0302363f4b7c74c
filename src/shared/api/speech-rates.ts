import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { anyVoiceField, languageField } from './fields.ts';

/** `GET /api/speech-rates` */
export const speechRateQuerySchema = z.object({
  voice: anyVoiceField,
  language: languageField,
  /** As the speech calls take it: the `id` of somebody else who can speak, by `GET /api/voices`. */
  provider: z.string().max(50, fieldText(errors.noSuchProvider)).optional(),
});

/** How long the speaking engine takes, as a factor of what is usual in the language; 1 where nothing is known. */
export const speechRateAnswerSchema = z.object({
  language: z.enum(languageNames),
  factor: z.number().positive(),
});
