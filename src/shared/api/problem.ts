import { z } from 'zod';
import { errorCodes } from '../errors.ts';

export const messageValuesSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/** The body of every error answer. */
export const problemSchema = z
  .object({
    error: z.object({
      code: z.enum(errorCodes),
      /** A sentence for a person, with a second one if there is a note. */
      message: z.string(),
      /** The message's key in the catalogue and its parameters, for translation; absent for a provider's own text. */
      key: z.string().optional(),
      values: messageValuesSchema.optional(),
      /** The second sentence in the catalogue. */
      note: z.object({ key: z.string(), values: messageValuesSchema }).optional(),
    }),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problemSchema>;
