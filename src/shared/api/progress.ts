import { z } from 'zod';
import { costSchema } from './costs.ts';
import { problemSchema } from './problem.ts';

/** The media type with which a call streams its progress, a JSON value per line. */
export const progressMediaType = 'application/x-ndjson';

/** The current step. The page has a sentence for each. */
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
  /** With the video's duration if the server measured it, and the times of the frames for a timed script. */
  z.object({
    analysis: z.string(),
    durationSeconds: z.number().optional(),
    moments: z.array(z.number()).optional(),
  }),
  /** With its cost, for signed-in users and if known. */
  z.object({
    script: z.string(),
    cost: costSchema.optional(),
    /** A sentence for the person: that the script has no times although requested, or no lines. */
    notice: z.string().optional(),
    /** Times of the analysed frames in seconds, if times were requested. */
    moments: z.array(z.number()).optional(),
    /** For an audio description: the gaps, if the server detected them. */
    gaps: z.array(z.tuple([z.number(), z.number()])).optional(),
  }),
  problemSchema,
]);

export type ProgressLine = z.infer<typeof progressLineSchema>;
