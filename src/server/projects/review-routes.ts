import { hash } from 'node:crypto';
import { z } from 'zod';
import { projectParamsSchema } from '#shared/api/projects.ts';
import {
  commentParamsSchema,
  commentsAnswerSchema,
  createdCommentSchema,
  createdShareSchema,
  newCommentSchema,
  newShareSchema,
  resolutionSchema,
  reviewAnswerSchema,
  reviewHeader,
  reviewPicturesSchema,
  shareParamsSchema,
  sharesAnswerSchema,
} from '#shared/api/review.ts';
import { refuse } from '#shared/errors.ts';
import { maxSharePictureBytes, maxSharePictures } from '#shared/limits.ts';
import { reviewErrors as errors, reviewErrors } from '#shared/messages/review-errors.ts';
import type { PagePath } from '#shared/pages.ts';
import type { Queries } from '../database/database.ts';
import { type Account, limitTries, openToAll, signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { RecentTries, type TryLimit, takeTry } from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { isKnown, sendPacked } from './packed-json.ts';
import { readGuards, readSmallJpeg, writeGuards } from './project-routes.ts';
import type { ProjectStore } from './project-store.ts';
import { CommentStore, refuseLink, type SharedProject, ShareStore } from './review-store.ts';

interface ShareParts {
  readonly queries: Queries;
  readonly projects: ProjectStore;
  readonly secret: string;
  readonly getPublicUrl: () => string;
}

const reviewPage = '/review' satisfies PagePath;

const maxShareCallBytes = maxSharePictures * 2 * maxSharePictureBytes;

/** The owner's calls about review links and comments of a project. */
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
    async handler({ params }, _reply, { account }) {
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
        throw refuse('bad_request', errors.noNarration);
      const pictures = body.pictures.map(({ lineId, picture }) => ({
        lineId,
        picture: readSmallJpeg(picture, maxSharePictureBytes, errors.badPicture),
      }));
      const made = await links.create(account.uid, params.id, body, pictures);
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
    handler: async ({ params }, _reply, { account }) => links.revoke(account.uid, params.id, params.shareId),
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
    async handler({ params }, _reply, { account }) {
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
    handler: async ({ params, body }, _reply, { account }) =>
      comments.resolve(account.uid, params.id, params.commentId, body.isResolved),
  });

  routes.add({
    method: 'DELETE',
    url: `${url}/:commentId`,
    schema: { summary: 'Deletes a comment', params: commentParamsSchema },
    guards: writeGuards,
    handler: async ({ params }, _reply, { account }) =>
      comments.delete(account.uid, params.id, params.commentId),
  });
}

interface ReviewParts {
  readonly queries: Queries;
  readonly projects: ProjectStore;
  readonly secret: string;
  readonly recentTries: RecentTries;
  readonly accounts: { findAccount(cookie: string | undefined): Promise<Account | undefined> };
  readonly accountLimits: Readonly<
    Record<'reviewCallsPerAddress' | 'commentsPerAddress' | 'commentsPerLink', TryLimit>
  >;
}

const maxCommentCallBytes = 16 * 1024;

const secretPattern = /^[\w-]+$/u;
const secretCharacters = 43;

/**
 * `/api/review`: what people without an account can do who have a review link. Every call counts towards the limit of its address, before
 * the link is looked up.
 */
export function addReviewRoutes(routes: Routes, parts: ReviewParts): void {
  const stores = {
    projects: parts.projects,
    links: new ShareStore(parts.queries, parts.secret),
    comments: new CommentStore(parts.queries),
  };
  addReadingRoutes(routes, parts, stores);
  addCommentRoute(routes, parts, stores);
}

interface Stores {
  readonly projects: ProjectStore;
  readonly links: ShareStore;
  readonly comments: CommentStore;
}

function addReadingRoutes(routes: Routes, parts: ReviewParts, { projects, links, comments }: Stores): void {
  const guards = { ...openToAll, limit: limitCalls(parts) } as const;
  routes.add({
    method: 'GET',
    url: '/api/review',
    schema: {
      summary: 'The narration that a review link shows; 304 if it has not changed',
      response: { 200: reviewAnswerSchema, 304: z.null() },
    },
    guards,
    turns: projects.turns,
    async handler(request, reply) {
      const shared = await openLink(links, request, reply);
      const { uid, projectId, narrationId } = shared;
      const found = (await projects.readShown(uid, projectId, narrationId)) ?? refuseLink();
      const rest = {
        title: found.title,
        sharedBy: shared.sharedBy,
        endsAt: shared.endsAt.toISOString(),
        hasPictures: shared.hasPictures,
        showsOthers: shared.showsOthers,
        comments: (await comments.listFor(shared)).map(
          ({ narrationId: _, via: _link, ...comment }) => comment,
        ),
      };
      const state = hash('sha256', JSON.stringify([found.epoch, found.revision, rest]));
      if (isKnown(request, reply, state)) return reply;
      return sendPacked(request, reply, ['narration', found.narration], rest);
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/review/pictures',
    schema: { summary: 'The pictures that a review link shows', response: { 200: reviewPicturesSchema } },
    guards,
    async handler(request, reply) {
      const { id } = await openLink(links, request, reply);
      const pictures = await links.listPictures(id);
      return {
        pictures: pictures.map(({ lineId, picture }) => ({
          lineId,
          picture: Buffer.from(picture).toString('base64'),
        })),
      };
    },
  });
}

function addCommentRoute(routes: Routes, parts: ReviewParts, { links, comments }: Stores): void {
  const { recentTries, accountLimits } = parts;
  routes.add({
    method: 'POST',
    url: '/api/review/comments',
    schema: {
      summary: 'A comment on a line of the narration, or on the whole',
      body: newCommentSchema,
      response: { 201: createdCommentSchema },
    },
    bodyLimit: maxCommentCallBytes,
    guards: {
      ...openToAll,
      limit: limitCalls(parts),
      // The owner may be signed in; nobody must be.
      signIn: { askedBy: isByOwner },
      quota: { askedBy: RecentTries.prototype.take },
    },
    async handler(request, reply) {
      const shared = await openLink(links, request, reply);
      const isOwner = await isByOwner(parts, request, shared);
      if (!isOwner && isSameName(request.body.author, shared.sharedBy))
        throw refuse('bad_request', reviewErrors.nameOfOwner);
      const address = requireVisitor(request);
      await takeTry(recentTries, ['comment from', address], accountLimits.commentsPerAddress);
      await takeTry(recentTries, ['comment on', shared.id], accountLimits.commentsPerLink);
      return reply.code(201).send(await comments.add(shared, request.body, isOwner));
    },
  });
}

async function isByOwner({ accounts }: ReviewParts, { headers }: Request, { uid }: SharedProject) {
  return (await accounts.findAccount(headers.cookie))?.uid === uid;
}

/** Also where letters only look the same, by Unicode, or accents and spaces differ. */
function isSameName(one: string, other: string): boolean {
  const reduce = (name: string) =>
    name
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  return reduce(one) !== '' && reduce(one) === reduce(other);
}

function limitCalls({ recentTries, accountLimits }: ReviewParts) {
  return limitTries(recentTries, 'review from', accountLimits.reviewCallsPerAddress);
}

/** @throws CodedError `not_found` */
async function openLink(links: ShareStore, request: Request, reply: Reply): Promise<SharedProject> {
  reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  const secret = request.headers[reviewHeader];
  return typeof secret === 'string' && secret.length === secretCharacters && secretPattern.test(secret)
    ? links.open(secret)
    : refuseLink();
}
