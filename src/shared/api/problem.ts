import { z } from 'zod';
import { errorCodes } from '../errors.ts';

/** The body of every answer that is not a success. */
export const problemSchema = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    /** A sentence for a person. */
    message: z.string(),
  }),
});

export type Problem = z.infer<typeof problemSchema>;
