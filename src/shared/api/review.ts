import { z } from 'zod';
import { languageNames } from '../languages.ts';
import {
  maxCommentCharacters,
  maxReviewNameCharacters,
  maxShareDays,
  maxSharePictureBytes,
  maxSharePictures,
} from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { reviewErrors as errors } from '../messages/review-errors.ts';
import { neededNameField, textField } from './person-fields.ts';
import { projectParamsSchema } from './projects.ts';

/** The secret of a review link. In a header, because addresses are logged by proxies. */
export const reviewHeader = 'x-review-link';

const idField = z.string().min(1).max(64);

const nameField = neededNameField(maxReviewNameCharacters, errors);

const wrongDays = fieldText(errors.wrongDays, { limit: maxShareDays });

/** `POST /api/projects/:id/shares` */
export const newShareSchema = z.object({
  narrationId: idField,
  /** For the owner, such as who gets it. */
  name: nameField,
  days: z.int(wrongDays).min(1, wrongDays).max(maxShareDays, wrongDays),
  /** Whether its reviewers, and those of other such links, see each other's comments. The owner sees all. */
  showsOthers: z.boolean().default(false),
  /** JPEGs in base64; none by default. */
  pictures: z
    .array(
      z.object({
        lineId: idField,
        picture: z
          .base64(fieldText(errors.badPicture))
          .max(Math.ceil(maxSharePictureBytes / 3) * 4, fieldText(errors.badPicture)),
      }),
    )
    .max(maxSharePictures, fieldText(errors.tooManyPictures, { limit: maxSharePictures }))
    .default([]),
});

const shareSchema = z.object({
  id: z.uuid(),
  narrationId: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  hasPictures: z.boolean(),
  showsOthers: z.boolean(),
});

/** `url` is answered here only: the server keeps a hash of its secret. */
export const createdShareSchema = shareSchema.extend({ url: z.url() });

/** `GET /api/projects/:id/shares`, newest first. */
export const sharesAnswerSchema = z.object({ shares: z.array(shareSchema) });

export const shareParamsSchema = projectParamsSchema.extend({ shareId: z.uuid(fieldText(errors.noShare)) });

export const commentParamsSchema = projectParamsSchema.extend({
  commentId: z.uuid(fieldText(errors.noComment)),
});

/** `POST /api/projects/:id/comments/:commentId/resolution`: false reopens it. */
export const resolutionSchema = z.object({ isResolved: z.boolean() });

const commentSchema = z.object({
  id: z.uuid(),
  /** Null for one on the whole. The line may be gone. */
  lineId: z.string().nullable(),
  author: z.string(),
  /** Written by the account that shares it, as the server knows; else by a guest, whose name anybody can have typed. */
  isOwner: z.boolean(),
  message: z.string(),
  createdAt: z.iso.datetime(),
  isResolved: z.boolean(),
});

/** `via` is the name of a guest's link; null for the owner, and before it was kept. */
const ownedCommentSchema = commentSchema.extend({ narrationId: z.string(), via: z.string().nullable() });

/** `GET /api/projects/:id/comments`, oldest first. */
export const commentsAnswerSchema = z.object({ comments: z.array(ownedCommentSchema) });

/** `GET /api/review`: the narration as it is now. All texts are plain. */
export const reviewAnswerSchema = z.object({
  title: z.string(),
  /** The name of the account; empty without one. */
  sharedBy: z.string(),
  endsAt: z.iso.datetime(),
  narration: z.object({
    name: z.string(),
    language: z.enum(languageNames).nullable(),
    /** As in a project file. */
    style: z.string(),
    lines: z.array(z.object({ id: z.string(), startMs: z.int().nullable(), text: z.string() })),
  }),
  hasPictures: z.boolean(),
  showsOthers: z.boolean(),
  comments: z.array(commentSchema),
});

/** `GET /api/review/pictures`: JPEGs in base64. */
export const reviewPicturesSchema = z.object({
  pictures: z.array(z.object({ lineId: z.string(), picture: z.string() })),
});

/** `POST /api/review/comments` */
export const newCommentSchema = z.object({
  lineId: idField.optional(),
  author: nameField,
  message: textField(
    maxCommentCharacters,
    fieldText(errors.noMessage),
    fieldText(errors.messageTooLong, { limit: maxCommentCharacters }),
  ),
});

export const createdCommentSchema = commentSchema;

export type NewShare = z.infer<typeof newShareSchema>;
export type ShareAnswer = z.infer<typeof shareSchema>;
export type NewComment = z.infer<typeof newCommentSchema>;
export type ReviewComment = z.infer<typeof commentSchema>;
export type OwnedComment = z.infer<typeof ownedCommentSchema>;
export type ReviewAnswer = z.infer<typeof reviewAnswerSchema>;
