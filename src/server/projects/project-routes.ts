import { z } from 'zod';
import { requireBoundedJpeg } from '#media/frames/require-bounded-jpeg.ts';
import {
  folderChangeSchema,
  projectAnswerSchema,
  projectChangeSchema,
  projectDeletionSchema,
  projectParamsSchema,
  projectQuerySchema,
  projectsAnswerSchema,
  projectsQuerySchema,
  projectWriteSchema,
  projectWrittenSchema,
  versionAnswerSchema,
  versionParamsSchema,
  versionsAnswerSchema,
} from '#shared/api/projects.ts';
import { CodedError } from '#shared/errors.ts';
import { maxProjectBytes, maxThumbnailBytes } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { projectErrors as errors } from '#shared/messages/project-errors.ts';
import { openProject } from '#shared/narration/open-project.ts';
import type { Plan } from '#shared/plans.ts';
import { projectLimits } from '../config/plans.ts';
import type { Queries } from '../database/database.ts';
import { signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { ProjectStore } from './project-store.ts';

const readGuards = { ...signedInOnly, signIn: { token: ['read projects'] }, atOnce: 'project' } as const;
const writeGuards = { ...readGuards, signIn: { token: ['write projects'] } } as const;

const findLimits = async (_: unknown, plan: Plan | undefined) => projectLimits[plan ?? 'standard'];

/** The document, the thumbnail, and the rest of the call. */
const maxCallBytes = maxProjectBytes + 2 * maxThumbnailBytes;

/** `/api/projects`: the projects of the signed-in account. Another one's are as unknown as those that never were. */
export function addProjectRoutes(routes: Routes, { queries }: { readonly queries: Queries }): void {
  const store = new ProjectStore(queries);
  addListRoutes(routes, store);
  addProjectRoute(routes, store);
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
    async handler({ query }, reply, { account, asked: limits }) {
      reply.header('cache-control', 'no-store');
      return { ...(await store.list(account.uid, query)), limits };
    },
  });

  routes.add({
    method: 'PATCH',
    url: '/api/projects',
    schema: { summary: 'Renames a folder of projects', body: folderChangeSchema },
    guards: writeGuards,
    async handler({ body }, reply, { account }) {
      await store.renameFolder(account.uid, body.folder, body.newFolder);
      return reply.code(204).send();
    },
  });
}

function addProjectRoute(routes: Routes, store: ProjectStore): void {
  routes.add({
    method: 'GET',
    url: '/api/projects/:id',
    schema: {
      summary: 'A project; 204 if it has not changed',
      params: projectParamsSchema,
      querystring: projectQuerySchema,
      response: { 200: projectAnswerSchema, 204: z.null() },
    },
    guards: readGuards,
    async handler({ params, query }, reply, { account }) {
      reply.header('cache-control', 'no-store');
      if (query.since !== undefined && (await store.readRevision(account.uid, params.id)) === query.since)
        return reply.code(204).send(null);
      return store.read(account.uid, params.id);
    },
  });

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
    guards: { ...writeGuards, plan: findLimits },
    async handler({ params, body }, _reply, { account, asked: limits }) {
      const document = openProject(body.document);
      if (document.id !== params.id) throw new CodedError('bad_request', { message: fill(errors.otherId) });
      const { thumbnail: picture } = body;
      const thumbnail = typeof picture === 'string' ? readThumbnail(picture) : picture;
      return store.write(account.uid, document, body.base, { thumbnail, limits });
    },
  });
}

function addThumbnailRoutes(routes: Routes, store: ProjectStore): void {
  routes.add({
    method: 'DELETE',
    url: '/api/projects/thumbnails',
    schema: { summary: 'Deletes the thumbnails of all projects' },
    guards: writeGuards,
    async handler(_request, reply, { account }) {
      await store.removeThumbnails(account.uid);
      return reply.code(204).send();
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/projects/:id/thumbnail',
    schema: { summary: 'The thumbnail of a project, as image/jpeg', params: projectParamsSchema },
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
    schema: {
      summary: 'Puts a project into a folder, into the trash or out of it',
      params: projectParamsSchema,
      body: projectChangeSchema,
    },
    guards: writeGuards,
    async handler({ params, body }, reply, { account }) {
      await store.place(account.uid, params.id, body);
      return reply.code(204).send();
    },
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
    async handler({ params, query }, reply, { account }) {
      if (query.forGood) await store.delete(account.uid, params.id);
      else await store.place(account.uid, params.id, { isInTrash: true });
      return reply.code(204).send();
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
    async handler({ params }, reply, { account }) {
      reply.header('cache-control', 'no-store');
      return { versions: await store.listVersions(account.uid, params.id) };
    },
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
    async handler({ params }, reply, { account }) {
      reply.header('cache-control', 'no-store');
      return store.readVersion(account.uid, params.id, params.revision);
    },
  });
}

/** @throws CodedError `bad_request` for anything that is not a small JPEG */
function readThumbnail(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  try {
    if (bytes.length <= maxThumbnailBytes) {
      requireBoundedJpeg(bytes, 1);
      return bytes;
    }
  } catch (cause) {
    throw new CodedError('bad_request', { message: fill(errors.badThumbnail), cause });
  }
  throw new CodedError('bad_request', { message: fill(errors.badThumbnail) });
}
