import type { z } from 'zod';
import { createScriptFieldsSchema } from '#shared/api/create-script.ts';
import { analysisFieldsSchema, voiceRequestSchema } from '#shared/api/free.ts';
import type { DescriptionKind } from '#shared/description.ts';
import { maxFrameBytes } from '#shared/limits.ts';
import { type DescriptionRequest, fromSentGaps } from '#shared/script/sent-gaps.ts';
import type { FormShape } from '../uploads/receive-form.ts';

/** The text fields of a schema, each at most once. */
function takeOnce(fields: z.ZodRawShape): FormShape['texts'] {
  return Object.fromEntries(Object.keys(fields).map(name => [name, 1]));
}

/** The form of `POST /create_script`. */
export function describeVideoForm(maxVideoBytes: number): FormShape {
  return {
    texts: takeOnce(createScriptFieldsSchema.shape),
    files: { video: { most: 1, maxBytes: maxVideoBytes } },
  };
}

/** The form of `POST /api/free/analysis`; without a timing it takes fewer frames than this. */
export function describeAnalysisForm(maxVideoBytes: number, maxTimedFrames: number): FormShape {
  return {
    texts: { ...takeOnce(analysisFieldsSchema.shape), seconds: maxTimedFrames },
    files: {
      frames: { most: maxTimedFrames, maxBytes: maxFrameBytes, isReadWhole: true },
      video: { most: 1, maxBytes: maxVideoBytes },
    },
  };
}

/** The form of `POST /convert_to_voice`. */
export const speechForm: FormShape = { texts: takeOnce(voiceRequestSchema.shape), files: {} };

/** What a call says of an audio description. */
interface SentDescription {
  readonly description?: DescriptionKind | undefined;
  readonly gaps?: readonly (readonly [number, number])[] | undefined;
}

/** The audio description that a call asks for, with the gaps that it brings; undefined where it asks for a narration. */
export function readDescription({ description, gaps = [] }: SentDescription): DescriptionRequest | undefined {
  return description && { kind: description, gaps: fromSentGaps(gaps) };
}
