import { z } from 'zod';
import { costSchema } from './costs.ts';
import { sourceSchema } from './fields.ts';
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

/** Something that was found and that no line tells. */
export const untoldSchema = z.object({
  startSeconds: z.number(),
  kind: z.enum(['print', 'seen']),
  what: z.string(),
  /** A sentence. */
  reason: z.string(),
});

const gapsSchema = z.array(z.tuple([z.number(), z.number()])).optional();

/** What was seen in a video: kept, it is enough to write from it again. */
export const analysisSchema = z.object({
  analysis: z.string(),
  /** Of the video. */
  durationSeconds: z.number(),
  /** Times of the analysed frames in seconds, in order. */
  moments: z.array(z.number()),
  /** Who looked. */
  source: sourceSchema,
  /** For an audio description: the gaps, if the server detected them. */
  gaps: gapsSchema,
});

/** What was written. */
export const writtenSchema = z.object({
  script: z.string(),
  writer: sourceSchema.optional(),
  /** For signed-in users and if known. */
  cost: costSchema.optional(),
  /** A sentence for the person: that the script has no times although requested, or no lines. */
  notice: z.string().optional(),
  /** Times of the analysed frames in seconds, if times were requested. */
  moments: z.array(z.number()).optional(),
  /** For an audio description: the gaps, if the server detected them. */
  gaps: gapsSchema,
  untold: z.array(untoldSchema).optional(),
});

/**
 * A line of progress. The last line of a stream is a result (`script`, or `analysis` of a call that only looks) or an
 * `error`; a stream that ends without one was cut off.
 */
export const progressLineSchema = z.union([
  z.object({ stage: z.enum(stages) }),
  z.object({ delta: z.string() }),
  analysisSchema,
  writtenSchema,
  problemSchema,
]);

export type Analysis = z.infer<typeof analysisSchema>;
export type ProgressLine = z.infer<typeof progressLineSchema>;
