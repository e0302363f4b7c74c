import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { anyVoiceField, languageField, providerField } from './fields.ts';

/** `GET /api/speech-rates` */
export const speechRateQuerySchema = z.object({
  voice: anyVoiceField,
  language: languageField,
  provider: providerField,
});

/** The duration as a factor of the usual one in the language; 1 if unknown. */
export const speechRateAnswerSchema = z.object({
  language: z.enum(languageNames),
  factor: z.number().positive(),
});
