import {
  type ProjectsAnswer,
  projectsAnswerSchema,
  versionAnswerSchema,
  versionsAnswerSchema,
} from '#shared/api/projects.ts';
import { openProject } from '#shared/narration/open-project.ts';
import { callServer, getAnswer } from '../../../lib/call-server.ts';
import type { Editor } from '../model/editor.ts';
import {
  fetchProject,
  keepChoice,
  keepThumbnails,
  readBase,
  readChoice,
  synchroniseSoon,
  writeBase,
} from './account-base.ts';
import type { KeptProject } from './kept-project.ts';
import { toKept } from './project-file.ts';
import { listProjects, writeProject } from './project-store.ts';
import { hasAccount } from './start-storage.ts';
import { takeDocument } from './take-changes.ts';

export interface ListFilter {
  readonly search: string;
  readonly folder: string | undefined;
  readonly isTrash: boolean;
}

/** Further ones are found by searching. */
const maxListed = 200;

const pathOf = (id: string) => `/api/projects/${encodeURIComponent(id.toWellFormed())}`;

export function isOnAccount(editor: Editor): boolean {
  return hasAccount(editor) && readChoice(editor.owner) === 'yes';
}

export function listOnAccount({ search, folder, isTrash }: ListFilter): Promise<ProjectsAnswer> {
  const query = new URLSearchParams({ limit: String(maxListed), trash: String(isTrash) });
  if (search) query.set('search', search);
  if (folder !== undefined) query.set('folder', folder);
  return getAnswer(`/api/projects?${query}`, projectsAnswerSchema);
}

export async function bringHere(editor: Editor, id: string): Promise<KeptProject> {
  const { document, revision, epoch } = await fetchProject(id);
  const kept = toKept(editor, document);
  await writeProject(kept, Number.POSITIVE_INFINITY, { document, revision, epoch, hasThumbnail: true });
  return kept;
}

/** What this browser keeps stays in it, and what the account has on the account. */
export function chooseAccount({ owner }: Editor, isWanted: boolean): void {
  keepChoice(owner, isWanted ? 'yes' : 'no');
  synchroniseSoon();
}

/** Those that the account has are deleted when nobody wants them any more. */
export async function chooseThumbnails({ owner }: Editor, isWanted: boolean): Promise<void> {
  keepThumbnails(owner, isWanted);
  if (!isWanted) await send('DELETE', '/api/projects/thumbnails');
  for (const { id } of await listProjects(owner)) {
    const base = await readBase(id);
    if (base) await writeBase(id, { ...base, hasThumbnail: false });
  }
}

export function trash(id: string): Promise<void> {
  return send('DELETE', pathOf(id));
}

export function removeForGood(id: string): Promise<void> {
  return send('DELETE', `${pathOf(id)}?forGood=true`);
}

export function place(id: string, change: { folder?: string; isInTrash?: boolean }): Promise<void> {
  return send('PATCH', pathOf(id), change);
}

async function send(method: string, path: string, body?: object): Promise<void> {
  await callServer(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

export async function listVersions(id: string) {
  return (await getAnswer(`${pathOf(id)}/versions`, versionsAnswerSchema)).versions;
}

/** The state of now is kept as a version, too, unless one was kept just before. */
export async function restoreVersion(editor: Editor, id: string, revision: number): Promise<void> {
  const version = await getAnswer(`${pathOf(id)}/versions/${revision}`, versionAnswerSchema);
  const document = openProject(version.document);
  const { store } = editor;
  const { project } = store.getState();
  if (project.id === id) takeDocument(store, { documents: [project], isCertain: true }, document);
  else {
    const kept = await bringHere(editor, id);
    await writeProject({ ...kept, project: document }, Number.POSITIVE_INFINITY);
  }
  synchroniseSoon();
}
