import type { z } from 'zod';
import { createScriptFieldsSchema } from '#shared/api/create-script.ts';
import { analysisFieldsSchema, voiceRequestSchema } from '#shared/api/free.ts';
import type { DescriptionKind } from '#shared/description.ts';
import { maxFrameBytes } from '#shared/limits.ts';
import { type DescriptionRequest, fromSentGaps } from '#shared/script/sent-gaps.ts';
import type { FormShape } from '../uploads/receive-form.ts';

/** Each text field of a schema, at most once. */
function takeOnce(fields: z.ZodRawShape): FormShape['texts'] {
  return Object.fromEntries(Object.keys(fields).map(name => [name, 1]));
}

export function describeVideoForm(maxVideoBytes: number): FormShape {
  return {
    texts: takeOnce(createScriptFieldsSchema.shape),
    files: { video: { most: 1, maxBytes: maxVideoBytes } },
  };
}

/** The form of `POST /api/free/analysis`; fewer frames are accepted without a timing. */
export function describeAnalysisForm(maxVideoBytes: number, maxTimedFrames: number): FormShape {
  return {
    texts: { ...takeOnce(analysisFieldsSchema.shape), seconds: maxTimedFrames },
    files: {
      frames: { most: maxTimedFrames, maxBytes: maxFrameBytes, isReadWhole: true },
      video: { most: 1, maxBytes: maxVideoBytes },
    },
  };
}

export const speechForm: FormShape = { texts: takeOnce(voiceRequestSchema.shape), files: {} };

/** The fields of a call about an audio description. */
interface SentDescription {
  readonly description?: DescriptionKind | undefined;
  readonly gaps?: readonly (readonly [number, number])[] | undefined;
}

/** The requested audio description and its gaps; undefined for a narration. */
export function readDescription({ description, gaps = [] }: SentDescription): DescriptionRequest | undefined {
  return description && { kind: description, gaps: fromSentGaps(gaps) };
}
