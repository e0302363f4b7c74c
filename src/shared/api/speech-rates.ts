import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { sumCount } from '../script/estimate-speech.ts';
import { anyVoiceField, languageField } from './fields.ts';

/** `GET /api/speech-rates` */
export const speechRateQuerySchema = z.object({
  voice: anyVoiceField,
  language: languageField,
  /** As the speech calls take it: the `id` of somebody else who can speak, by `GET /api/voices`. */
  provider: z.string().max(50, 'Nobody of this name speaks here.').optional(),
});

/** How fast whoever would speak does it, as far as is known: `SpeechRate` of `estimate-speech.ts`. */
export const speechRateAnswerSchema = z.object({
  language: z.enum(languageNames),
  /** How many lines were heard. */
  lines: z.int().nonnegative(),
  sums: z.array(z.number()).length(sumCount),
});
