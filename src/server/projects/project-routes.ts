import { z } from 'zod';
import { requireBoundedJpeg } from '#media/frames/pictures.ts';
import {
  folderChangeSchema,
  projectAnswerSchema,
  projectChangeSchema,
  projectDeletionSchema,
  projectParamsSchema,
  projectsAnswerSchema,
  projectsQuerySchema,
  projectWriteSchema,
  projectWrittenSchema,
  versionAnswerSchema,
  versionParamsSchema,
  versionsAnswerSchema,
} from '#shared/api/projects.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxProjectBytes, maxThumbnailBytes } from '#shared/limits.ts';
import { fill, type Message } from '#shared/messages/message.ts';
import { projectErrors as errors } from '#shared/messages/project-errors.ts';
import type { Plan } from '#shared/plans.ts';
import { maxUnverifiedBytes, projectLimits } from '../config/plans.ts';
import { type Account, signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { isKnown, sendPacked } from './packed-json.ts';
import type { ProjectLimits, ProjectStore } from './project-store.ts';

export const readGuards = { ...signedInOnly, signIn: { token: ['read projects'] } } as const;
export const writeGuards = { ...readGuards, signIn: { token: ['write projects'] } } as const;

const findLimits = async (_: unknown, plan: Plan | undefined) => projectLimits[plan ?? 'standard'];

/** Anybody can register any address. */
function limitUnverified(limits: ProjectLimits, { emailVerified }: Account): ProjectLimits {
  return emailVerified ? limits : { ...limits, bytes: maxUnverifiedBytes, isUnverified: true };
}

const maxCallBytes = maxProjectBytes + 2 * maxThumbnailBytes;

/** `/api/projects`: the projects of the signed-in account. Another one's are as unknown as those that never were. */
export async function addProjectRoutes(
  routes: Routes,
  { projects: store }: { readonly projects: ProjectStore },
): Promise<void> {
  addListRoutes(routes, store);
  addReadRoute(routes, store);
  await routes.takingJsonAsBytes(scope => addWriteRoute(scope, store));
  addThumbnailRoutes(routes, store);
  addPlaceRoutes(routes, store);
  addVersionRoutes(routes, store);
}

function addListRoutes(routes: Routes, store: ProjectStore): void {
  routes.add({
    method: 'GET',
    url: '/api/projects',
    schema: {
      summary: 'The projects of the account',
      querystring: projectsQuerySchema,
      response: { 200: projectsAnswerSchema },
    },
    guards: { ...readGuards, plan: findLimits },
    handler: async ({ query }, _reply, { account, asked: limits }) => ({
      ...(await store.list(account.uid, query)),
      limits: limitUnverified(limits, account),
    }),
  });

  routes.add({
    method: 'PATCH',
    url: '/api/projects',
    config: { statuses: [204] },
    schema: { summary: 'Renames a folder of projects', body: folderChangeSchema },
    guards: writeGuards,
    handler: async ({ body }, _reply, { account }) =>
      store.renameFolder(account.uid, body.folder, body.newFolder),
  });
}

function addReadRoute(routes: Routes, store: ProjectStore): void {
  routes.add({
    method: 'GET',
    url: '/api/projects/:id',
    schema: {
      summary: 'A project; 304 if it has not changed',
      params: projectParamsSchema,
      response: { 200: projectAnswerSchema, 304: z.null() },
    },
    guards: readGuards,
    turns: store.turns,
    async handler(request, reply, { account }) {
      const head = await store.readHead(account.uid, request.params.id);
      if (isKnown(request, reply, `${head.epoch}.${head.revision}`)) return reply;
      const found = await store.readPacked(account.uid, request.params.id, head);
      const { document, revision, epoch, folder, deletedAt } = found;
      reply.header('etag', `"${epoch}.${revision}"`);
      return sendPacked(request, reply, ['document', document], { revision, epoch, folder, deletedAt });
    },
  });
}

function addWriteRoute(routes: Routes, store: ProjectStore): void {
  routes.add({
    method: 'PUT',
    url: '/api/projects/:id',
    schema: {
      summary: 'Saves a project',
      params: projectParamsSchema,
      body: projectWriteSchema,
      response: { 200: projectWrittenSchema },
    },
    bodyLimit: maxCallBytes,
    // The schema only documents the body, which a thread checks.
    validatorCompiler:
      ({ schema, httpPart }) =>
      data =>
        httpPart === 'body' ? { value: data } : (schema as z.ZodType).safeParse(data),
    turns: store.turns,
    guards: { ...writeGuards, plan: findLimits },
    async handler({ params, body }, _reply, { account, asked: limits }) {
      const sent: unknown = body;
      const bytes = sent instanceof Uint8Array ? sent : Buffer.alloc(0);
      const { columns, base, epoch, thumbnail: picture } = await store.documents.readWrite(bytes);
      if (columns.id !== params.id) throw refuse('bad_request', errors.otherId);
      const thumbnail =
        typeof picture === 'string'
          ? readSmallJpeg(picture, maxThumbnailBytes, errors.badThumbnail)
          : picture;
      const options = { epoch, thumbnail, limits: limitUnverified(limits, account) };
      return store.write(account.uid, columns, base, options);
    },
  });
}

function addThumbnailRoutes(routes: Routes, store: ProjectStore): void {
  routes.add({
    method: 'DELETE',
    url: '/api/projects/thumbnails',
    schema: { summary: 'Deletes the thumbnails of all projects' },
    guards: writeGuards,
    handler: async (_request, _reply, { account }) => store.removeThumbnails(account.uid),
  });

  routes.add({
    method: 'GET',
    url: '/api/projects/:id/thumbnail',
    schema: { summary: 'The thumbnail of a project', produces: ['image/jpeg'], params: projectParamsSchema },
    guards: readGuards,
    async handler({ params }, reply, { account }) {
      const thumbnail = await store.readThumbnail(account.uid, params.id);
      return reply
        .header('cache-control', 'private, no-cache')
        .type('image/jpeg')
        .send(Buffer.from(thumbnail));
    },
  });
}

function addPlaceRoutes(routes: Routes, store: ProjectStore): void {
  routes.add({
    method: 'PATCH',
    url: '/api/projects/:id',
    config: { statuses: [204] },
    schema: {
      summary: 'Puts a project into a folder, into the trash or out of it',
      params: projectParamsSchema,
      body: projectChangeSchema,
    },
    guards: writeGuards,
    handler: async ({ params, body }, _reply, { account }) => store.place(account.uid, params.id, body),
  });

  routes.add({
    method: 'DELETE',
    url: '/api/projects/:id',
    schema: {
      summary: 'Puts a project into the trash, or deletes it for good',
      params: projectParamsSchema,
      querystring: projectDeletionSchema,
    },
    guards: writeGuards,
    async handler({ params, query }, _reply, { account }) {
      if (query.forGood) await store.delete(account.uid, params.id);
      else await store.place(account.uid, params.id, { isInTrash: true });
    },
  });
}

function addVersionRoutes(routes: Routes, store: ProjectStore): void {
  routes.add({
    method: 'GET',
    url: '/api/projects/:id/versions',
    schema: {
      summary: 'Earlier versions of a project',
      params: projectParamsSchema,
      response: { 200: versionsAnswerSchema },
    },
    guards: readGuards,
    handler: async ({ params }, _reply, { account }) => ({
      versions: await store.listVersions(account.uid, params.id),
    }),
  });

  routes.add({
    method: 'GET',
    url: '/api/projects/:id/versions/:revision',
    schema: {
      summary: 'An earlier version of a project',
      params: versionParamsSchema,
      response: { 200: versionAnswerSchema },
    },
    guards: readGuards,
    turns: store.turns,
    async handler(request, reply, { account }) {
      const { id, revision } = request.params;
      const { document, savedAt } = await store.readVersion(account.uid, id, revision);
      return sendPacked(request, reply, ['document', document], { savedAt });
    },
  });
}

/** @throws CodedError `bad_request` with the message for anything that is not a small JPEG */
export function readSmallJpeg(base64: string, maxBytes: number, message: Message): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  try {
    requireBoundedJpeg(bytes, 1);
  } catch (cause) {
    throw new CodedError('bad_request', { message: fill(message), cause });
  }
  if (bytes.length > maxBytes) throw refuse('bad_request', message);
  return bytes;
}
