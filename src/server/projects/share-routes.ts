import { requireBoundedJpeg } from '#media/frames/require-bounded-jpeg.ts';
import { projectParamsSchema } from '#shared/api/projects.ts';
import {
  commentParamsSchema,
  commentsAnswerSchema,
  createdShareSchema,
  newShareSchema,
  resolutionSchema,
  shareParamsSchema,
  sharesAnswerSchema,
} from '#shared/api/review.ts';
import { CodedError } from '#shared/errors.ts';
import { maxSharePictureBytes, maxSharePictures } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { reviewErrors as errors } from '#shared/messages/review-errors.ts';
import type { PagePath } from '#shared/pages.ts';
import type { Queries } from '../database/database.ts';
import { signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { CommentStore } from './comment-store.ts';
import type { ProjectStore } from './project-store.ts';
import { ShareStore } from './share-store.ts';

interface ShareParts {
  readonly queries: Queries;
  readonly projects: ProjectStore;
  readonly secret: string;
  readonly getPublicUrl: () => string;
}

const reviewPage = '/review' satisfies PagePath;

/** Pictures in base64, with their ids, and the rest of the call. */
const maxShareCallBytes = maxSharePictures * 2 * maxSharePictureBytes;

const readGuards = { ...signedInOnly, signIn: { token: ['read projects'] } } as const;
const writeGuards = { ...readGuards, signIn: { token: ['write projects'] } } as const;

/** The owner's calls about review links and comments of a project. Those of reviewers are in `review-routes.ts`. */
export function addShareRoutes(routes: Routes, parts: ShareParts): void {
  addLinkRoutes(routes, parts);
  addCommentRoutes(routes, new CommentStore(parts.queries), parts.projects);
}

function addLinkRoutes(routes: Routes, { queries, projects, secret, getPublicUrl }: ShareParts): void {
  const links = new ShareStore(queries, secret);
  const url = '/api/projects/:id/shares';
  routes.add({
    method: 'GET',
    url,
    schema: {
      summary: 'The review links of a project',
      params: projectParamsSchema,
      response: { 200: sharesAnswerSchema },
    },
    guards: readGuards,
    async handler({ params }, reply, { account }) {
      reply.header('cache-control', 'no-store');
      await projects.readHead(account.uid, params.id);
      return { shares: await links.list(account.uid, params.id) };
    },
  });

  routes.add({
    method: 'POST',
    url,
    schema: {
      summary: 'Creates a link by which others review a narration; it is answered once',
      params: projectParamsSchema,
      body: newShareSchema,
      response: { 201: createdShareSchema },
    },
    bodyLimit: maxShareCallBytes,
    turns: projects.turns,
    // Whoever has the link reads the narration.
    guards: { ...signedInOnly, signIn: { token: ['read projects', 'write projects'] } },
    async handler({ params, body }, reply, { account }) {
      if (!(await projects.readShown(account.uid, params.id, body.narrationId)))
        throw new CodedError('bad_request', { message: fill(errors.noNarration) });
      const pictures = body.pictures.map(({ lineId, picture }) => ({
        lineId,
        picture: readPicture(picture),
      }));
      const made = await links.create(account.uid, params.id, body, pictures);
      reply.header('cache-control', 'no-store');
      // In the fragment, which browsers send to no server and in no referrer; with a name, by which the recorder of errors hides it.
      return reply
        .code(201)
        .send({ ...made.share, url: `${getPublicUrl()}${reviewPage}#link=${made.secret}` });
    },
  });

  routes.add({
    method: 'DELETE',
    url: `${url}/:shareId`,
    schema: { summary: 'Revokes a review link', params: shareParamsSchema },
    guards: writeGuards,
    async handler({ params }, reply, { account }) {
      await links.revoke(account.uid, params.id, params.shareId);
      return reply.code(204).send();
    },
  });
}

function addCommentRoutes(routes: Routes, comments: CommentStore, projects: ProjectStore): void {
  const url = '/api/projects/:id/comments';
  routes.add({
    method: 'GET',
    url,
    schema: {
      summary: 'What reviewers wrote about a project',
      params: projectParamsSchema,
      response: { 200: commentsAnswerSchema },
    },
    guards: readGuards,
    async handler({ params }, reply, { account }) {
      reply.header('cache-control', 'no-store');
      await projects.readHead(account.uid, params.id);
      return { comments: await comments.list(account.uid, params.id) };
    },
  });

  routes.add({
    method: 'POST',
    url: `${url}/:commentId/resolution`,
    config: { statuses: [204] },
    schema: {
      summary: 'Resolves a comment, or reopens it',
      params: commentParamsSchema,
      body: resolutionSchema,
    },
    guards: writeGuards,
    async handler({ params, body }, reply, { account }) {
      await comments.resolve(account.uid, params.id, params.commentId, body.isResolved);
      return reply.code(204).send();
    },
  });

  routes.add({
    method: 'DELETE',
    url: `${url}/:commentId`,
    schema: { summary: 'Deletes a comment', params: commentParamsSchema },
    guards: writeGuards,
    async handler({ params }, reply, { account }) {
      await comments.delete(account.uid, params.id, params.commentId);
      return reply.code(204).send();
    },
  });
}

/** @throws CodedError `bad_request` for anything that is not a small JPEG */
function readPicture(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  try {
    requireBoundedJpeg(bytes, 1);
  } catch (cause) {
    throw new CodedError('bad_request', { message: fill(errors.badPicture), cause });
  }
  return bytes;
}
