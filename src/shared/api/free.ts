import { z } from 'zod';
import { framesPerVideo, maxAnalysisCharacters } from '../limits.ts';
import { anyVoiceField, durationSecondsField, languageField, voiceField, wishField } from './fields.ts';

/**
 * `POST /api/free/analysis`, multipart. Beside these fields it holds up to ten files `frames` (JPEG) with as many
 * texts `seconds`, in the same order; or one file `video` where the browser cannot decode it. Answers the line
 * `{analysis, durationSeconds}` of `progress.ts`; the length is what the writer should fit.
 */
export const analysisFieldsSchema = z.object({
  prompt: wishField,
  /** Sent with frames; with a `video` the server measures it. */
  durationSeconds: durationSecondsField.optional(),
  seconds: z
    .array(z.coerce.number().min(0, 'A frame cannot lie before the start of its video.'))
    .max(framesPerVideo, `At most ${framesPerVideo} frames are looked at.`)
    .default([]),
});

/** `POST /api/free/script`, JSON. */
export const scriptRequestSchema = z.object({
  analysis: z
    .string({ error: 'The analysis of the video is missing.' })
    .trim()
    .min(1, 'The analysis of the video is missing.')
    .max(maxAnalysisCharacters, 'The analysis of the video is too long.'),
  prompt: wishField,
  language: languageField,
  durationSeconds: durationSecondsField.optional(),
});

export const scriptAnswerSchema = z.object({ script: z.string() });

export const scriptTextField = z
  .string({ error: 'Please write a script first.' })
  .refine(script => script.trim() !== '', 'Please write a script first.');

/**
 * `POST /api/free/speech`, JSON. Answers `audio/mpeg`, or lines of `speech-line.ts`. A timed script with the video's length becomes sound
 * that is as long as the video, each line at its time; the times themselves are never spoken.
 */
export const speechRequestSchema = z.object({
  script: scriptTextField,
  voice: voiceField,
  /** Found out from the script when left out. */
  language: languageField.optional(),
  /** The `id` of somebody else who can speak, by `GET /api/voices`; left out, who speaks the language first. */
  provider: z.string().max(50, 'Nobody of this name speaks here.').optional(),
  durationSeconds: durationSecondsField.optional(),
});

/** The fields of the multipart `POST /convert_to_voice`, which knows the voices of the premium plan, too. */
export const voiceRequestSchema = speechRequestSchema.extend({ voice: anyVoiceField });

export type ScriptRequest = z.infer<typeof scriptRequestSchema>;
export type VoiceRequest = z.infer<typeof voiceRequestSchema>;
