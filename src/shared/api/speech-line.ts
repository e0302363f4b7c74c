import { z } from 'zod';
import { problemSchema } from './problem.ts';

/** A sentence, as it stands in the script, and where it is heard, in seconds of the sound. */
export const cueSchema = z.object({ text: z.string(), startSeconds: z.number(), endSeconds: z.number() });

/**
 * A line of the answer to a speech call that accepts `application/x-ndjson`. The pieces of the mp3 follow each other; a stream
 * that ends without `seconds` or `error` was cut off.
 */
export const speechLineSchema = z.union([
  /** A piece of the mp3, as base64. */
  z.object({ mp3: z.string() }),
  z.object({ cue: cueSchema }),
  /** What is not spoken: a line without words, or words that the voice cannot read. */
  z.object({
    unspoken: z.object({
      /** Of the script, from 1 on; of a timed script its lines with times count. */
      line: z.int().positive(),
      startSeconds: z.number().optional(),
      text: z.string(),
    }),
  }),
  /** How long the sound is. */
  z.object({ seconds: z.number() }),
  problemSchema,
]);

export type SpeechLine = z.infer<typeof speechLineSchema>;
