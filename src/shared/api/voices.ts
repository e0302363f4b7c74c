import { z } from 'zod';
import { languageField } from './fields.ts';

/** `GET /api/voices`: the catalogue. `audioSrc` is the address of a spoken sample. */
export const voicesAnswerSchema = z.object({
  voices: z.array(z.object({ name: z.string(), description: z.string(), audioSrc: z.string() })),
});

/** `GET /api/voices/:name/sample.mp3` */
export const voiceSampleQuerySchema = z.object({ language: languageField.default('English') });

export type VoicesAnswer = z.infer<typeof voicesAnswerSchema>;
