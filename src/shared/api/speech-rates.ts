import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { anyVoiceField, languageField } from './fields.ts';

/** `GET /api/speech-rates` */
export const speechRateQuerySchema = z.object({
  voice: anyVoiceField,
  language: languageField,
  /** The `id` of another speech engine from `GET /api/voices`, as in the speech calls. */
  provider: z.string().max(50, fieldText(errors.noSuchProvider)).optional(),
});

/** The duration as a factor of the usual one in the language; 1 if unknown. */
export const speechRateAnswerSchema = z.object({
  language: z.enum(languageNames),
  factor: z.number().positive(),
});
