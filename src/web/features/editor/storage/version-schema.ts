import { z } from 'zod';
import { cueSchema } from '#shared/api/speech-line.ts';
import { descriptionKinds } from '#shared/description.ts';
import { languageNames } from '#shared/languages.ts';
import { allVoices } from '#shared/voices.ts';

// A file of its own: zod comes with the store, not with the page.

/** What tells a video file from another without reading it. */
export const videoIdentitySchema = z.object({
  name: z.string(),
  sizeBytes: z.number(),
  lastModifiedMs: z.number(),
});

const describedLineSchema = z.object({ startSeconds: z.number(), text: z.string(), seconds: z.number() });
const spanSchema = z.object({ startSeconds: z.number(), endSeconds: z.number() });

/** How an audio description came out; see `DescribedResult`. */
const describedSchema = z.object({
  kind: z.enum(descriptionKinds),
  durationSeconds: z.number(),
  gaps: z.array(spanSchema).readonly(),
  plan: z.object({
    lines: z.array(spanSchema.extend({ line: describedLineSchema, speed: z.number() })).readonly(),
    pauses: z.array(z.object({ atSeconds: z.number(), seconds: z.number() })).readonly(),
    leftOut: z.array(z.object({ line: describedLineSchema, reason: z.string() })).readonly(),
    durationSeconds: z.number(),
  }),
});

export const soundSchema = z.object({
  audio: z.instanceof(Blob),
  /** What is heard where in it. Old versions have none, and a sound is worth keeping without. */
  cues: z.array(cueSchema).readonly().optional().catch(undefined),
  /** Where it is an audio description. */
  described: describedSchema.optional().catch(undefined),
  voice: z.enum(allVoices),
  /** In which it was spoken; undefined where the server found that out. */
  language: z.enum(languageNames).optional(),
  chosenLanguage: z.enum(languageNames),
  speakerId: z.string().optional(),
});

/** A line of a timed script as it was spoken; see `LineSound` of the line editor. */
const lineSchema = z.object({
  text: z.string(),
  mp3: z.instanceof(Blob),
  seconds: z.number(),
  voice: z.enum(allVoices),
  language: z.enum(languageNames).optional(),
  provider: z.string().optional(),
  before: z.string().optional(),
  unspoken: z.string().optional(),
});

/** A script of a video, and the sound that was made of exactly this script. */
export const versionSchema = z.object({
  id: z.string(),
  /** Whose it is: see `readDraft`. */
  owner: z.string(),
  videoId: z.string(),
  /** 1 for a video's first one. It stays when older ones go. */
  number: z.int().positive(),
  script: z.string(),
  scriptLanguage: z.enum(languageNames).optional(),
  /** What the form said. */
  prompt: z.string(),
  language: z.enum(languageNames),
  voice: z.enum(allVoices).optional(),
  /** Each line has its time; missing in old versions. */
  followsPicture: z.boolean().optional(),
  /** It is an audio description. */
  describes: z.enum(descriptionKinds).optional(),
  sound: soundSchema.optional(),
  /** The lines of a timed script that were spoken, even if not all were. */
  lines: z.array(lineSchema).optional(),
  /** When lines begin whose words stay, in seconds. */
  lockedSeconds: z.array(z.number()).optional(),
  /** By the browser's clock, in milliseconds since 1970. */
  madeAtMs: z.number(),
});
