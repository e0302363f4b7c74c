import {
  type ProjectsAnswer,
  projectAnswerSchema,
  projectsAnswerSchema,
  projectWrittenSchema,
  versionAnswerSchema,
  versionsAnswerSchema,
} from '#shared/api/projects.ts';
import { CodedError } from '#shared/errors.ts';
import { maxThumbnailBytes } from '#shared/limits.ts';
import { openProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { callServer, getAnswer } from '../../../lib/call-server.ts';
import type { Editor } from '../model/editor.ts';
import {
  type AccountBase,
  type KeptProject,
  listProjects,
  readRecord,
  writeProject,
  writeRecord,
} from './database.ts';
import { toKept } from './kept-projects.ts';
import { takeDocument } from './take-changes.ts';

export interface StoredDocument {
  readonly document: Project;
  readonly revision: number;
  readonly epoch: string;
}

const choiceKey = (owner: string) => `benshi.account.${owner}`;
const thumbnailKey = (owner: string) => `benshi.thumbnails.${owner}`;

/** Whether a person wants their projects on the account; undefined until they were asked in this browser. */
export function isOnAccount({ owner }: Pick<Editor, 'owner'>): boolean | undefined {
  const choice = readItem(choiceKey(owner));
  return choice === undefined ? undefined : choice === 'yes';
}

/** What this browser keeps stays in it, and what the account has on the account. */
export function chooseAccount({ owner }: Editor, isWanted: boolean): void {
  keepItem(choiceKey(owner), isWanted ? 'yes' : 'no');
  synchroniseSoon();
}

export function wantsThumbnails(owner: string): boolean {
  return readItem(thumbnailKey(owner)) !== 'no';
}

/** Those that the account has are deleted when nobody wants them any more. */
export async function chooseThumbnails({ owner }: Editor, isWanted: boolean): Promise<void> {
  keepItem(thumbnailKey(owner), isWanted ? 'yes' : 'no');
  if (!isWanted) await send('DELETE', '/api/projects/thumbnails');
  for (const { id } of await listProjects(owner)) {
    const base = await readRecord('bases', id);
    if (base) await writeRecord('bases', id, { ...base, hasThumbnail: false });
  }
}

export function synchroniseSoon(): void {
  dispatchEvent(new Event('benshi:account'));
}

/** Of a project on the server. */
export const pathOf = (id: string) => `/api/projects/${encodeURIComponent(id.toWellFormed())}`;

function send(method: string, path: string, body?: object): Promise<Response> {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return callServer(path, { method, ...json });
}

/**
 * @param known undefined is answered where it is stored still
 * @throws {CodedError} `not_found` where it is gone
 */
export async function fetchProject(id: string, known?: AccountBase): Promise<StoredDocument | undefined> {
  const { epoch, revision } = known ?? {};
  const headers = epoch === undefined ? {} : { 'if-none-match': `"${epoch}.${revision}"` };
  const response = await callServer(pathOf(id), { headers });
  if (response.status === 304) return undefined;
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
  { revision, epoch, hasThumbnail }: AccountBase,
): Promise<AccountBase | undefined> {
  const thumbnail = await findThumbnail(owner, document.id, hasThumbnail);
  try {
    const response = await send('PUT', pathOf(document.id), { document, base: revision, epoch, thumbnail });
    const written = projectWrittenSchema.parse(await response.json());
    return {
      ...written,
      document,
      hasThumbnail: thumbnail === undefined ? hasThumbnail : thumbnail !== null,
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
  const picture = isStored ? undefined : await readRecord('pictures', id).catch(() => undefined);
  if (!picture || picture.size > maxThumbnailBytes) return undefined;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

export interface ListFilter {
  readonly search: string;
  readonly folder: string | undefined;
  readonly isTrash: boolean;
}

/** Further ones are found by searching. */
const maxListed = 200;

export function listOnAccount({ search, folder, isTrash }: ListFilter): Promise<ProjectsAnswer> {
  const query = new URLSearchParams({ limit: String(maxListed), trash: String(isTrash) });
  if (search) query.set('search', search);
  if (folder !== undefined) query.set('folder', folder);
  return getAnswer(`/api/projects?${query}`, projectsAnswerSchema);
}

/** @throws {CodedError} `not_found` */
export async function bringHere(editor: Editor, id: string): Promise<KeptProject> {
  const stored = await fetchProject(id);
  if (!stored) throw new CodedError('not_found');
  const { document, revision, epoch } = stored;
  const kept = toKept(editor, document);
  await writeProject(kept, undefined, { document, revision, epoch, hasThumbnail: true });
  return kept;
}

export const moveToTrash = (id: string) => send('DELETE', pathOf(id));

export const removeForGood = (id: string) => send('DELETE', `${pathOf(id)}?forGood=true`);

export const place = (id: string, change: { folder?: string; isInTrash?: boolean }) =>
  send('PATCH', pathOf(id), change);

export const listVersions = (id: string) => getAnswer(`${pathOf(id)}/versions`, versionsAnswerSchema);

/** The state of now is kept as a version, too, unless one was kept just before. */
export async function restoreVersion(editor: Editor, id: string, revision: number): Promise<void> {
  const version = await getAnswer(`${pathOf(id)}/versions/${revision}`, versionAnswerSchema);
  const document = openProject(version.document);
  const { store } = editor;
  const { project } = store.getState();
  if (project.id === id) takeDocument(store, { documents: [project], isCertain: true }, document);
  else await writeProject({ ...(await bringHere(editor, id)), project: document });
  synchroniseSoon();
}
