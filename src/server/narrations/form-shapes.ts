import { maxFrameBytes } from '#shared/limits.ts';
import type { FormShape } from '../uploads/receive-form.ts';

/** The form of `POST /create_script`. */
export function describeVideoForm(maxVideoBytes: number): FormShape {
  return {
    texts: { prompt: 1, timing: 1, seconds: 1, description: 1, gaps: 1 },
    files: { video: { most: 1, maxBytes: maxVideoBytes } },
  };
}

/** The form of `POST /api/free/analysis`; without a timing it takes fewer frames than this. */
export function describeAnalysisForm(maxVideoBytes: number, maxTimedFrames: number): FormShape {
  return {
    texts: { prompt: 1, timing: 1, durationSeconds: 1, seconds: maxTimedFrames, description: 1 },
    files: {
      frames: { most: maxTimedFrames, maxBytes: maxFrameBytes, isReadWhole: true },
      video: { most: 1, maxBytes: maxVideoBytes },
    },
  };
}

/** The form of `POST /convert_to_voice`. */
export const speechForm: FormShape = { texts: { script: 1, voice: 1, language: 1, provider: 1 }, files: {} };
