import { z } from 'zod';
import { projectAnswerSchema, projectWrittenSchema } from '#shared/api/projects.ts';
import { CodedError } from '#shared/errors.ts';
import { maxThumbnailBytes } from '#shared/limits.ts';
import { openProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { callServer } from '../../../lib/call-server.ts';
import { openDatabase } from './database.ts';
import type { StoredDocument } from './exchange.ts';
import type { AccountBase } from './kept-project.ts';
import { readPicture } from './project-store.ts';

const baseSchema = z.object({
  document: z.unknown().optional(),
  revision: z.int(),
  epoch: z.string().optional(),
  sent: z.unknown().optional(),
  hasThumbnail: z.boolean(),
  isGone: z.boolean().optional(),
});

export async function readBase(projectId: string): Promise<AccountBase | undefined> {
  const database = await openDatabase();
  const found = baseSchema.safeParse(await database.get('bases', projectId)).data;
  const open = (document: unknown) => (document === undefined ? undefined : openProject(document));
  return found && { ...found, document: open(found.document), sent: open(found.sent) };
}

export async function writeBase(projectId: string, base: AccountBase): Promise<void> {
  const database = await openDatabase();
  await database.put('bases', base, projectId);
}

type Choice = 'yes' | 'no';

const choiceKey = (owner: string) => `benshi.account.${owner}`;
const thumbnailKey = (owner: string) => `benshi.thumbnails.${owner}`;

/** Whether a person wants their projects on the account; undefined until they were asked in this browser. */
export function readChoice(owner: string): Choice | undefined {
  const choice = readItem(choiceKey(owner));
  return choice === 'yes' || choice === 'no' ? choice : undefined;
}

export function keepChoice(owner: string, choice: Choice): void {
  keepItem(choiceKey(owner), choice);
}

export function wantsThumbnails(owner: string): boolean {
  return readItem(thumbnailKey(owner)) !== 'no';
}

export function keepThumbnails(owner: string, isWanted: boolean): void {
  keepItem(thumbnailKey(owner), isWanted ? 'yes' : 'no');
}

export function synchroniseSoon(): void {
  dispatchEvent(new Event('benshi:account'));
}

const pathOf = (id: string) => `/api/projects/${encodeURIComponent(id.toWellFormed())}`;

/** @throws {CodedError} `not_found` where it is gone */
export async function fetchProject(id: string): Promise<StoredDocument> {
  return readStored(await callServer(pathOf(id)));
}

/** Undefined where what is known is stored still. */
export async function fetchChanged(
  id: string,
  { epoch, revision }: AccountBase,
): Promise<StoredDocument | undefined> {
  const headers = epoch === undefined ? {} : { 'if-none-match': `"${epoch}.${revision}"` };
  const response = await callServer(pathOf(id), { headers });
  return response.status === 304 ? undefined : readStored(response);
}

async function readStored(response: Response): Promise<StoredDocument> {
  const answer = projectAnswerSchema.parse(await response.json());
  return { ...answer, document: openProject(answer.document) };
}

/**
 * Stores a project on the account.
 * @returns what the account has now; undefined where it has another state than `base`
 */
export async function storeProject(
  owner: string,
  document: Project,
  { revision, epoch, hasThumbnail: hadThumbnail }: AccountBase,
): Promise<AccountBase | undefined> {
  const thumbnail = await findThumbnail(owner, document.id, hadThumbnail);
  try {
    const response = await callServer(pathOf(document.id), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document, base: revision, epoch, thumbnail }),
    });
    const written = projectWrittenSchema.parse(await response.json());
    return {
      ...written,
      document,
      hasThumbnail: thumbnail === undefined ? hadThumbnail : thumbnail !== null,
    };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'conflict') return undefined;
    throw error;
  }
}

/** In base64, once; null where a person does not want it any more. */
async function findThumbnail(
  owner: string,
  id: string,
  isStored: boolean,
): Promise<string | null | undefined> {
  if (!wantsThumbnails(owner)) return isStored ? null : undefined;
  const picture = isStored ? undefined : await readPicture(id).catch(() => undefined);
  if (!picture || picture.size > maxThumbnailBytes) return undefined;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}
