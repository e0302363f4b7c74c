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

const gapsSchema = z.array(z.tuple([z.number(), z.number()])).optional();

/** What was seen in a video: kept, it is enough to write from it again. */
export const analysisSchema = z.object({
  analysis: z.string(),
  /** Of the video. */
  durationSeconds: z.number(),
  /** Times of the analysed frames in seconds, in order. */
  moments: z.array(z.number()),
  /** Who looked: the provider and, if it has a choice, its model. */
  source: z.object({ provider: z.string(), model: z.string().optional() }),
  /** For an audio description: the gaps, if the server detected them. */
  gaps: gapsSchema,
});

/**
 * A line of progress. The last line of a stream is a result (`script`, or `analysis` of a call that only looks) or an
 * `error`; a stream that ends without one was cut off.
 */
export const progressLineSchema = z.union([
  z.object({ stage: z.enum(stages) }),
  z.object({ delta: z.string() }),
  analysisSchema,
  /** With its cost, for signed-in users and if known. */
  z.object({
    script: z.string(),
    cost: costSchema.optional(),
    /** A sentence for the person: that the script has no times although requested, or no lines. */
    notice: z.string().optional(),
    /** Times of the analysed frames in seconds, if times were requested. */
    moments: z.array(z.number()).optional(),
    /** For an audio description: the gaps, if the server detected them. */
    gaps: gapsSchema,
  }),
  problemSchema,
]);

export type Analysis = z.infer<typeof analysisSchema>;
export type ProgressLine = z.infer<typeof progressLineSchema>;
