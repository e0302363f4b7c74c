import { z } from 'zod';
import { errorCodes } from '../errors.ts';

/** The body of every answer that is not a success. */
export const problemSchema = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    /** A sentence for a person. */
    message: z.string(),
    /** The message in the catalogue and its parameters, for who shows it in another language; absent where a provider's own words are sent on. */
    key: z.string().optional(),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
});

export type Problem = z.infer<typeof problemSchema>;
