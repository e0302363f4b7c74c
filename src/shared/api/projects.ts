import { z } from 'zod';
import { projectsPerPage } from '../defaults.ts';
import { languageNames } from '../languages.ts';
import { maxFolderCharacters, maxThumbnailBytes } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { projectErrors as errors } from '../messages/project-errors.ts';

const folderField = z
  .string()
  .trim()
  .max(maxFolderCharacters, fieldText(errors.folderTooLong, { limit: maxFolderCharacters }));

const countField = z
  .string()
  .regex(/^\d{1,6}$/u)
  .transform(Number);

export const projectParamsSchema = z.object({ id: z.string().min(1).max(64) });

export const versionParamsSchema = projectParamsSchema.extend({ revision: countField });

/** `GET /api/projects` */
export const projectsQuerySchema = z.object({
  /** Found in titles, folders, prompts and the texts of lines, in any case. */
  search: z.string().trim().max(200).optional(),
  /** One folder; empty for what is in none. All by default. */
  folder: folderField.optional(),
  /** What was deleted, instead of the others. */
  trash: z.stringbool().default(false),
  offset: countField.default(0),
  limit: countField.pipe(z.number().min(1).max(1000)).default(projectsPerPage),
});

export const projectSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  folder: z.string(),
  revision: z.int(),
  /** Of the video; null without one. */
  fingerprint: z.string().nullable(),
  durationMs: z.int().nullable(),
  languages: z.array(z.enum(languageNames)),
  hasThumbnail: z.boolean(),
  sizeBytes: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Since when it is in the trash. */
  deletedAt: z.iso.datetime().nullable(),
});

/** The latest first. */
export const projectsAnswerSchema = z.object({
  projects: z.array(projectSummarySchema),
  /** How many there are in all pages. */
  total: z.int(),
  /** Every folder of the account, but not the trash's. */
  folders: z.array(z.string()),
  /** What the account has of its plan, with the trash. */
  used: z.object({ projects: z.int(), bytes: z.int() }),
  limits: z.object({ projects: z.int(), bytes: z.int() }),
});

/**
 * Revisions count from 1 in each epoch. A project that was deleted for good and made anew, or was restored with the database, has another
 * epoch: its revisions do not come from those known before.
 */
const revisionFields = { revision: z.int(), epoch: z.string() };

/** The narration document, as in a project file: checked by `openProject`, which migrates an older one. */
const documentField = z.looseObject({ id: z.string(), schemaVersion: z.int() });

/** `GET /api/projects/:id`, with `ETag: "EPOCH.REVISION"`: 304 for the same `If-None-Match`. */
export const projectAnswerSchema = z.object({
  document: documentField,
  ...revisionFields,
  folder: z.string(),
  deletedAt: z.iso.datetime().nullable(),
});

/** `PUT /api/projects/:id`. 409 if another revision than `base`, or one of another epoch, is stored: merge that one, and try again. */
export const projectWriteSchema = z.object({
  document: documentField,
  /** The revision that the document comes from; 0 for a new project. */
  base: z.int().nonnegative(),
  /** Of that revision. */
  epoch: z.string().max(64).optional(),
  /** A JPEG in base64; null removes it, and by default it stays. */
  thumbnail: z
    .base64(fieldText(errors.badThumbnail))
    .max(Math.ceil(maxThumbnailBytes / 3) * 4, fieldText(errors.badThumbnail))
    .nullable()
    .optional(),
});

export const projectWrittenSchema = z.object(revisionFields);

/** `PATCH /api/projects/:id` */
export const projectChangeSchema = z.object({
  folder: folderField.optional(),
  /** False restores it. */
  isInTrash: z.boolean().optional(),
});

/** `PATCH /api/projects`: moves every project of a folder to another one. */
export const folderChangeSchema = z.object({ folder: folderField.min(1), newFolder: folderField });

/** `DELETE /api/projects/:id`: into the trash, or for good. */
export const projectDeletionSchema = z.object({ forGood: z.stringbool().default(false) });

/** The latest first. */
export const versionsAnswerSchema = z.object({
  versions: z.array(z.object({ revision: z.int(), savedAt: z.iso.datetime() })),
});

export const versionAnswerSchema = z.object({ document: documentField, savedAt: z.iso.datetime() });

export type ProjectsQuery = z.infer<typeof projectsQuerySchema>;
export type ProjectSummary = z.infer<typeof projectSummarySchema>;
export type ProjectsAnswer = z.infer<typeof projectsAnswerSchema>;
