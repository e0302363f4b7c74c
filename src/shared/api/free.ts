import { z } from 'zod';
import { pictureDetails } from '../frame.ts';
import { computeMaxAnalysisCharacters, maxTimedFrames } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationMessages } from '../messages/narration.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import {
  castField,
  castTextField,
  descriptionField,
  descriptionRules,
  detailField,
  optionalGapsField,
  partField,
} from './description-fields.ts';
import {
  anyVoiceField,
  durationSecondsField,
  languageField,
  mannerField,
  promptField,
  pronunciationsField,
  pronunciationsTextField,
  providerField,
  secondsField,
  sourceSchema,
  timingField,
  titleField,
} from './fields.ts';
import { problemSchema } from './problem.ts';
import { writtenSchema } from './progress.ts';
import { cueSchema, saidField, saidTextField } from './transcript.ts';

/**
 * A line of the answer to a speech call that accepts `application/x-ndjson`. Pieces of the mp3 are in order; a stream
 * that ends without `seconds` or `error` was cut off.
 */
export const speechLineSchema = z.union([
  /** Who speaks; first. */
  z.object({ source: sourceSchema }),
  z.object({ mp3: z.string() }),
  /** A sentence of the script. */
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

const tooManyFrames = fieldText(errors.tooManyFrames, { limit: maxTimedFrames });
const analysisTooLong = fieldText(errors.analysisTooLong);

/**
 * `POST /api/free/analysis`, multipart. Beside these fields up to ten files `frames` (JPEG) with as many texts `seconds`, in the same
 * order; or one file `video` if the browser cannot decode it. With `timing` there may be more frames, up to the public setting
 * `maxTimedFrames`, and `seconds` beside a video are the times of the frames to analyse. Answers the `analysisSchema` of `progress.ts`; the
 * script should fit the duration. `description` makes the analysis suit an audio description. `title`, `transcript` and `cast` are what is
 * known of the video. `moments` are the times of the moments that the frames show, up to three each, and `details` how closely to look at
 * each; in the order of the frames.
 */
export const analysisFieldsSchema = z
  .object({
    prompt: promptField,
    /** Sent with frames; for a `video` the server measures it. */
    durationSeconds: durationSecondsField.optional(),
    seconds: z.array(secondsField).max(maxTimedFrames, tooManyFrames).default([]),
    timing: timingField,
    description: descriptionField,
    title: titleField,
    /** What is said in the video, as JSON. */
    transcript: saidTextField,
    /** Who is who, as JSON. */
    cast: castTextField,
    moments: z.array(secondsField).max(maxTimedFrames, tooManyFrames).default([]),
    details: z
      .array(z.enum(pictureDetails, { error: fieldText(errors.unknownPictureDetail) }))
      .max(maxTimedFrames, tooManyFrames)
      .default([]),
  })
  .refine(...descriptionRules.needsTiming)
  .refine(
    ({ seconds, moments, details }) =>
      [moments, details].every(({ length }) => length === 0 || length === seconds.length),
    fieldText(errors.momentsDiffer),
  );

/**
 * `POST /api/free/script` and `POST /api/script`, JSON. `timing` also requires the analysis's `moments` and the video's duration;
 * `description` also requires the gaps.
 */
export const scriptRequestSchema = z
  .object({
    analysis: z
      .string({ error: fieldText(errors.noAnalysis) })
      .trim()
      .min(1, fieldText(errors.noAnalysis))
      .max(computeMaxAnalysisCharacters(maxTimedFrames), analysisTooLong),
    prompt: promptField,
    language: languageField,
    durationSeconds: durationSecondsField.optional(),
    timing: timingField,
    moments: z.array(secondsField).max(maxTimedFrames, tooManyFrames).optional(),
    description: descriptionField,
    gaps: optionalGapsField,
    detail: detailField,
    cast: castField,
    transcript: saidField,
    part: partField,
  })
  .refine(...descriptionRules.needsTiming)
  .refine(...descriptionRules.partNeedsTiming)
  .refine(...descriptionRules.gapsNeedDescription)
  .refine(...descriptionRules.needsGaps)
  .refine(
    ({ timing, analysis, moments = [] }) =>
      analysis.length <= computeMaxAnalysisCharacters(timing ? moments.length : 0),
    analysisTooLong,
  )
  .refine(({ timing, moments }) => !timing || moments?.length, fieldText(errors.noTimesOfFrames))
  .refine(
    ({ timing, durationSeconds }) => !timing || durationSeconds !== undefined,
    fieldText(errors.noLength),
  );

export const scriptAnswerSchema = writtenSchema.omit({ moments: true, gaps: true });

export const scriptTextField = z
  .string({ error: fieldText(narrationMessages.noScript) })
  .refine(script => script.trim() !== '', fieldText(narrationMessages.noScript));

/**
 * `POST /api/free/speech`, JSON. Answers `audio/mpeg`, or lines of {@link speechLineSchema}. A timed script with the video's duration becomes sound
 * of that duration, each line at its time; times are never spoken.
 */
export const speechRequestSchema = z.object({
  script: scriptTextField,
  voice: anyVoiceField,
  /** Detected from the script by default. */
  language: languageField.optional(),
  provider: providerField,
  manner: mannerField,
  pronunciations: pronunciationsField,
  durationSeconds: durationSecondsField.optional(),
});

/** The fields of the multipart `POST /convert_to_voice`. */
export const voiceRequestSchema = speechRequestSchema.extend({ pronunciations: pronunciationsTextField });

export type ScriptRequest = z.infer<typeof scriptRequestSchema>;
export type VoiceRequest = z.infer<typeof voiceRequestSchema>;
