import { z } from 'zod';
import { sourceSchema } from './fields.ts';
import { problemSchema } from './problem.ts';

/** A sentence of the script and its times in the sound, in seconds. */
export const cueSchema = z.object({ text: z.string(), startSeconds: z.number(), endSeconds: z.number() });

/**
 * A line of the answer to a speech call that accepts `application/x-ndjson`. Pieces of the mp3 are in order; a stream
 * that ends without `seconds` or `error` was cut off.
 */
export const speechLineSchema = z.union([
  /** Who speaks; first. */
  z.object({ source: sourceSchema }),
  z.object({ mp3: z.string() }),
  z.object({ cue: cueSchema }),
  /** Text that is not spoken: a line without words, or words that the voice cannot read. */
  z.object({
    unspoken: z.object({
      /** Line number in the script, from 1; in a timed script only lines with times count. */
      line: z.int().positive(),
      startSeconds: z.number().optional(),
      text: z.string(),
    }),
  }),
  z.object({ seconds: z.number() }),
  problemSchema,
]);

export type SpeechLine = z.infer<typeof speechLineSchema>;
