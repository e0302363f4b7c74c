import { z } from 'zod';
import { costSchema } from './costs.ts';
import { problemSchema } from './problem.ts';

/** The media type that asks a narration call to tell its progress, a JSON value a line. */
export const progressMediaType = 'application/x-ndjson';

/** What the work is at. The page has a sentence for each. */
export const stages = [
  'listening for speech',
  'reading frames',
  'looking at the frames',
  'writing the script',
] as const;

export type Stage = (typeof stages)[number];

/**
 * A line of progress. The last line of a stream is a result (`script` or `analysis`) or an `error`; a stream that
 * ends without one was cut off.
 */
export const progressLineSchema = z.union([
  z.object({ stage: z.enum(stages) }),
  z.object({ delta: z.string() }),
  /**
   * With the video's length where it was measured here, and the seconds of the pictures that were looked at where the script
   * shall have times.
   */
  z.object({
    analysis: z.string(),
    durationSeconds: z.number().optional(),
    moments: z.array(z.number()).optional(),
  }),
  /** With what it cost, for the signed-in user and where that is known. */
  z.object({
    script: z.string(),
    cost: costSchema.optional(),
    /** What a person should know of it, a sentence: that it has no times, although some were asked for, or no line. */
    notice: z.string().optional(),
    /** When the pictures that it was written from are to be seen, in seconds, where it was to have times. */
    moments: z.array(z.number()).optional(),
    /** Of an audio description: where nobody speaks, where that was found here. */
    gaps: z.array(z.tuple([z.number(), z.number()])).optional(),
  }),
  problemSchema,
]);

export type ProgressLine = z.infer<typeof progressLineSchema>;
