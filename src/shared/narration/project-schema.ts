import { z } from 'zod';
import { sourceSchema } from '../api/fields.ts';
import { descriptionDetails, reviewQuestions } from '../description.ts';
import { languageNames } from '../languages.ts';
import { manners } from '../speech.ts';

// A file of its own: zod comes with what opens documents, not with the page.

/** Increase it with each change of the shape, and add a migration in `open-project.ts`. */
export const schemaVersion = 4;

export const narrationStyles = [
  'continuous',
  'timed',
  'description-standard',
  'description-extended',
] as const;

/** Why a person should look at a line after the video was replaced. */
export const checkReasons = ['picture changed', 'cut short', 'place uncertain'] as const;

export const lineOrigins = ['written', 'edited', 'imported', 'translated'] as const;

const idField = z.string().min(1).max(64);
const msField = z.int().nonnegative();
const dateField = z.iso.datetime();
const languageField = z.enum(languageNames);

/** One of the 46 presets by its name, or a voice of a provider. */
export const voiceSchema = z.union([
  z.string(),
  z
    .object({
      provider: z.string(),
      id: z.string(),
      name: z.string(),
      sex: z.enum(['female', 'male', 'neutral']).optional(),
      languages: z.array(languageField).readonly().optional(),
    })
    .readonly(),
]);

/** A list whose parts are found by their ids. */
function listOf<Part extends z.ZodType<{ readonly id: string }>>(part: Part) {
  const areDistinct = (list: readonly { readonly id: string }[]) =>
    new Set(list.map(({ id }) => id)).size === list.length;
  return z.array(part).refine(areDistinct);
}

/** Whether all have times that never go back, or none has. */
function areInOrder(lines: readonly { readonly startMs: number | null }[]): boolean {
  return lines.every(({ startMs }, at) => {
    const before = lines[at - 1];
    if (!before) return true;
    return before.startMs === null || startMs === null
      ? before.startMs === startMs
      : before.startMs <= startMs;
  });
}

const lineSchema = z
  .object({
    id: idField,
    /** In milliseconds of the video; null in a continuous script. */
    startMs: msField.nullable(),
    text: z.string(),
    /** The writer must not change its text. */
    isLocked: z.boolean(),
    origin: z.enum(lineOrigins),
    /** Its text before the writer changed it, until that is accepted. */
    before: z.string().optional(),
    /** It was accepted: a machine changed what a person wrote or another machine heard. */
    isRewritten: z.boolean().optional(),
    /** Who heard its words in the video; kept when they are edited or translated. */
    heardBy: sourceSchema.pick({ provider: true, model: true }).readonly().optional(),
    castId: idField.optional(),
    /** Instead of its role's or the narration's. */
    voice: voiceSchema.optional(),
    /** 1 is the voice's own. */
    pace: z.number().positive().optional(),
    manner: z.enum(manners).optional().catch(undefined),
    /** Silence around it that nothing may fill. */
    pauseBeforeMs: msField.optional(),
    pauseAfterMs: msField.optional(),
    /** A person's own sound, which is heard instead of a voice; kept where it was recorded. */
    recordingId: idField.optional(),
    /** The line that it translates. */
    sourceLineId: idField.optional(),
    /** The line that it translates has changed. */
    isStale: z.boolean().optional(),
    /** Since the video was replaced, until the text is changed or a person keeps it as it is. */
    toCheck: z.enum(checkReasons).optional().catch(undefined),
    /** Names of the checks that a person has overruled for this text. */
    accepted: z.array(z.string()).readonly().optional(),
  })
  .readonly();

/** A sound file of the user's under the narration. The file itself is kept where it was chosen. */
const musicSchema = z
  .object({
    id: idField,
    /** Of the file. */
    name: z.string(),
    /** When it is heard; the whole narration when left out. It begins anew when it is shorter. */
    fromMs: msField.optional(),
    toMs: msField.optional(),
    /** Its level below the voice, in dB, while nobody speaks. */
    levelDb: z.number(),
  })
  .readonly();

const settingsSchema = z
  .object({
    voice: voiceSchema.optional(),
    music: musicSchema.optional(),
    /** The id of the speech provider; the server chooses when left out. */
    provider: z.string().optional(),
    /** Tempo of a continuous recording, 0.8 to 1.2. */
    tempo: z.number().positive().optional(),
    /** Of an audio description; standard when left out. */
    detail: z.enum(descriptionDetails).optional(),
    /** Its lines are subtitles of the video, read aloud (EN 301 549, 7.1.5). */
    isSpokenSubtitles: z.boolean().optional(),
    mix: z
      .object({ originalDb: z.number(), duckDb: z.number(), voiceDb: z.number(), loudnessLufs: z.number() })
      .readonly()
      .optional(),
  })
  .readonly();

/** Something that was found and that no line tells. */
const untoldSchema = z
  .object({
    startMs: msField,
    kind: z.enum(['print', 'seen']),
    what: z.string(),
    /** A sentence. */
    reason: z.string(),
  })
  .readonly();

const reviewSchema = z
  .object({
    /** The name that a person gave; may be empty. */
    by: z.string(),
    at: dateField,
    confirmed: z.array(z.enum(reviewQuestions)).readonly(),
  })
  .readonly();

const spanSchema = z.object({ fromMs: msField, toMs: msField }).readonly();

const narrationSchema = z
  .object({
    id: idField,
    name: z.string(),
    /** Undefined where a person wrote it, until it is detected. */
    language: languageField.optional(),
    style: z.enum(narrationStyles),
    prompt: z.string(),
    settings: settingsSchema,
    derivedFrom: idField.optional(),
    /** Who wrote or translated its lines, except those of origin `edited` and `imported`; undefined where a person did, or for words that were heard. */
    writer: sourceSchema.readonly().optional(),
    untold: z.array(untoldSchema).readonly().optional(),
    review: reviewSchema.optional(),
    createdAt: dateField,
    lines: listOf(lineSchema).refine(areInOrder).readonly(),
    /** Lines of parts that are no longer in the video, with their times in the video before. */
    cutLines: listOf(lineSchema).readonly().optional(),
    /** Parts that came with a replaced video and for which nothing has been written. */
    unwritten: z.array(spanSchema).readonly().optional(),
  })
  .readonly();

const videoSchema = z
  .object({
    name: z.string(),
    sizeBytes: z.int().nonnegative(),
    durationMs: msField,
    width: z.int().nonnegative(),
    height: z.int().nonnegative(),
    /** Of its size, head and tail: tells files apart wherever they are. */
    fingerprint: z.string(),
    /** Of pictures and sound, second by second: finds them again in another cut (`media/fingerprint`). */
    contentFingerprint: z.string().optional(),
  })
  .readonly();

const observationSchema = z
  .object({
    id: idField,
    /** Times of the pictures that were looked at, in milliseconds, in order. */
    momentsMs: z.array(msField).readonly(),
    /** Notes on them. */
    text: z.string(),
    kind: z.enum(['picture', 'print']),
    source: sourceSchema.readonly(),
  })
  .readonly();

const segmentSchema = z
  .object({
    id: idField,
    startMs: msField,
    endMs: msField,
    text: z.string(),
    /** A sound such as laughter, not speech. */
    isSound: z.boolean().optional(),
    language: languageField.optional(),
    /** 0 to 1, by the recogniser. */
    confidence: z.number().optional(),
    /** Of the cast. */
    speakerId: idField.optional(),
    /** Dropped once the text is corrected. */
    words: z
      .array(z.object({ startMs: msField, endMs: msField, text: z.string() }).readonly())
      .readonly()
      .optional(),
  })
  .readonly();

const transcriptSchema = z
  .object({
    language: languageField.optional(),
    /** For a subtitle track or file `provider` is its name. */
    source: z
      .object({
        kind: z.enum(['recogniser', 'subtitles']),
        provider: z.string(),
        model: z.string().optional(),
      })
      .readonly(),
    isCorrected: z.boolean(),
    segments: listOf(segmentSchema).readonly(),
  })
  .readonly();

const castSchema = z
  .object({
    id: idField,
    name: z.string(),
    /** In a few words, such as "a woman in a red coat". */
    look: z.string(),
    /** Of the lines that this role says. */
    voice: voiceSchema.optional(),
    /** A person has confirmed name and look: only then do they bind the writer and the checks. */
    isConfirmed: z.boolean().optional(),
    /** When the video first says or shows the name. */
    namedMs: msField.optional(),
  })
  .readonly();

const termSchema = z
  .object({
    term: z.string(),
    byLanguage: z.partialRecord(languageField, z.string()),
    isNeverTranslated: z.boolean(),
    /** A respelling, or IPA between slashes. */
    pronunciation: z.partialRecord(languageField, z.string()),
  })
  .readonly();

/** One video and all that is made for it. The video, its sound and keys are never in it. */
export const projectSchema = z
  .object({
    id: idField,
    schemaVersion: z.literal(schemaVersion),
    /** Grows with each change that is kept. */
    revision: z.int().nonnegative(),
    title: z.string(),
    createdAt: dateField,
    updatedAt: dateField,
    /** Undefined for a script without a video. */
    video: videoSchema.optional(),
    observations: listOf(observationSchema).readonly(),
    transcript: transcriptSchema.optional(),
    cast: listOf(castSchema).readonly(),
    glossary: z.array(termSchema).readonly(),
    narrations: listOf(narrationSchema).readonly(),
  })
  .readonly();
