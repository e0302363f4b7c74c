import { z } from 'zod';
import { sourceSchema } from '#shared/api/fields.ts';
import { cueSchema } from '#shared/api/free.ts';
import { descriptionDetails } from '#shared/description.ts';
import { languageNames } from '#shared/languages.ts';
import type { OtherText } from '#shared/narration/merge-changes.ts';
import { narrationStyles, voiceSchema } from '#shared/narration/project-schema.ts';

// A file of its own: zod comes with what reads the storage, not with the page.

export const formSchema = z.object({
  prompt: z.string(),
  language: z.enum(languageNames),
  isLanguageChosen: z.boolean(),
  voice: voiceSchema.optional(),
  style: z.enum(narrationStyles),
  detail: z.enum(descriptionDetails).default('standard'),
});

function isOtherText(value: unknown): boolean {
  return z.object({ text: z.string(), use: z.looseObject({ type: z.string() }).optional() }).safeParse(value)
    .success;
}

/** A kept project; the document in it is checked by `openProject`. */
export const keptProjectSchema = z.object({
  id: z.string(),
  owner: z.string(),
  project: z.unknown(),
  narrationId: z.string().optional(),
  form: formSchema,
  /** Written by this page alone. */
  otherTexts: z.array(z.custom<OtherText>(isOtherText)).catch([]),
  running: z
    .object({
      kind: z.enum(['write', 'rewrite', 'speak', 'fit', 'find scenes', 'hear', 'translate']),
      tabId: z.string(),
    })
    .optional()
    .catch(undefined),
  usedAtMs: z.number(),
});

export const keptSoundSchema = z.object({
  owner: z.string(),
  key: z.string(),
  mp3: z.instanceof(Blob),
  seconds: z.number().optional(),
  source: sourceSchema.optional(),
  unspoken: z.string().optional(),
  cues: z.array(cueSchema).readonly().optional(),
  unspokenLines: z
    .array(z.object({ line: z.int(), startSeconds: z.number().optional(), text: z.string() }))
    .readonly()
    .optional(),
  recordedText: z.string().optional(),
  lufs: z.number().optional(),
  keptAtMs: z.number(),
});

export const videoIdentitySchema = z.object({
  name: z.string(),
  sizeBytes: z.number(),
  lastModifiedMs: z.number(),
});

export const keptVideoSchema = z.object({
  identity: videoIdentitySchema,
  type: z.string(),
  handle: z
    .custom<FileSystemFileHandle>(value => typeof value === 'object' && value !== null && 'getFile' in value)
    .optional(),
  copyName: z.string().optional(),
});
