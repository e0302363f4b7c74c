import type { ProjectSummary } from '#shared/api/projects.ts';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { createId, createProject, type Project } from '#shared/narration/project.ts';
import { describeFailure } from '../../../lib/failures.ts';
import {
  bringHere,
  isOnAccount,
  type ListFilter,
  listOnAccount,
  moveToTrash,
  synchroniseSoon,
} from '../keep/account.ts';
import type { KeptProject } from '../keep/database.ts';
import {
  listProjects,
  readBase,
  readPicture,
  readProject,
  writePicture,
  writeProject,
} from '../keep/database.ts';
import { flushWork, forgetWork, removeWork } from '../keep/keeper.ts';
import { listLanguages, nameProject, openKept } from '../keep/kept-projects.ts';
import { copyKeptVideo } from '../keep/video-store.ts';
import { openDocument, runLate } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import { reopenVideo } from '../start/choose-video.ts';

/** A project of the list: in this browser, on the account, or both. */
export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly string[];
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly picture: Blob | undefined;
  readonly stored: ProjectSummary | undefined;
}

export interface Listed {
  readonly projects: readonly ListedProject[];
  readonly folders: readonly string[];
  /** Some of the account are not in it. */
  readonly isPart: boolean;
  /** Why those of the account are missing. */
  readonly problem: string | undefined;
}

/** What this browser and the account have, the one that was used last first. */
export async function listKept(editor: Editor, filter: ListFilter): Promise<Listed> {
  const { owner } = editor;
  await removing.catch(() => {});
  await flushWork(owner);
  let problem: string | undefined;
  const note = (error: unknown) => {
    problem = describeFailure(error);
    return undefined;
  };
  const account = isOnAccount(editor) ? await listOnAccount(filter).catch(note) : undefined;
  const stored = new Map(account?.projects.map(summary => [summary.id, summary]));
  const openId = editor.store.getState().project.id;
  const projects: ListedProject[] = [];
  for (const kept of await listProjects(owner)) {
    const summary = stored.get(kept.id);
    const isShown =
      summary ?? (await isShownWithout(kept, filter, account !== undefined && kept.id !== openId));
    if (isShown) projects.push(await describeKept(kept, summary));
    stored.delete(kept.id);
  }
  return {
    projects: [...projects, ...[...stored.values()].map(describeStored)].sort((one, other) =>
      one.updatedAt < other.updatedAt ? 1 : -1,
    ),
    folders: account?.folders ?? [],
    problem,
    isPart: account !== undefined && account.total > account.projects.length,
  };
}

/** Whether a project of this browser is listed that the account does not list: what it has and does not list is elsewhere or in the trash. */
async function isShownWithout(kept: KeptProject, filter: ListFilter, asksBase: boolean): Promise<boolean> {
  if (filter.isTrash || filter.folder !== undefined || !isFound(kept, filter.search)) return false;
  const base = asksBase ? await readBase(kept.id) : undefined;
  return base?.document === undefined || base.isGone === true;
}

function isFound({ project }: KeptProject, search: string): boolean {
  const texts = project.narrations.flatMap(({ lines }) => lines.map(({ text }) => text));
  return [nameProject(project), ...texts].join('\n').toLowerCase().includes(search.trim().toLowerCase());
}

async function describeKept(kept: KeptProject, stored: ProjectSummary | undefined): Promise<ListedProject> {
  const { id, project } = kept;
  const picture = await readPicture(id).catch(() => undefined);
  const { updatedAt } = project;
  return {
    id,
    name: nameProject(project),
    languages: listLanguages(project),
    updatedAt,
    picture,
    stored,
  };
}

function describeStored(stored: ProjectSummary): ListedProject {
  const { id, title, languages, updatedAt } = stored;
  const name = title || t(narrationsMessages.untitled);
  return { id, name, languages, updatedAt, picture: undefined, stored };
}

/** As this browser has it now: another tab may have gone on with it since it was listed. It may have to be fetched first. */
async function requireKept(editor: Editor, { id }: ListedProject): Promise<KeptProject> {
  return (await readProject(id)) ?? (await bringHere(editor, id));
}

/** Opens a project instead of the one that is open, which stays in the list. */
export async function openListed(editor: Editor, listed: ListedProject): Promise<void> {
  if (listed.id === editor.store.getState().project.id) return;
  await openKept(editor, await requireKept(editor, listed), file => reopenVideo(editor, file));
}

export function beginNew({ store }: Editor): void {
  openDocument(store, createProject());
}

export async function renameListed(editor: Editor, listed: ListedProject, title: string): Promise<void> {
  if (listed.id === editor.store.getState().project.id) {
    runLate(editor.store, { type: 'renameProject', title });
    return await flushWork(editor.owner);
  }
  const kept = await requireKept(editor, listed);
  await writeProject({ ...kept, project: { ...kept.project, title } }, Number.POSITIVE_INFINITY);
  synchroniseSoon();
}

/** A copy under a name of its own, with the same video and sounds. */
export async function duplicateListed(editor: Editor, listed: ListedProject): Promise<void> {
  const kept = await requireKept(editor, listed);
  const { picture } = listed;
  const id = createId();
  const now = new Date();
  const project: Project = {
    ...kept.project,
    id,
    revision: 0,
    title: t(narrationsMessages.copyOf, { name: nameProject(kept.project) }),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  const copy = { ...kept, id, project, running: undefined, usedAtMs: now.getTime() };
  await writeProject(copy, Number.POSITIVE_INFINITY);
  await copyKeptVideo(kept.id, id);
  if (picture) await writePicture(id, picture);
  synchroniseSoon();
}

/** Nothing that is being deleted is listed. */
let removing: Promise<void> = Promise.resolve();

/**
 * Deletes projects from this browser, and puts them into the trash of the account. Where the one that is open is among them, a new
 * one begins.
 * @throws {CodedError} when one could not be deleted; the others are
 */
export function removeListed(editor: Editor, removed: readonly ListedProject[]): Promise<void> {
  removing = remove(editor, removed);
  return removing;
}

async function remove(editor: Editor, removed: readonly ListedProject[]): Promise<void> {
  let failure: unknown;
  const ids: string[] = [];
  for (const { id, stored } of removed)
    try {
      // It may have come to the account since it was listed.
      const base = isOnAccount(editor) ? await readBase(id) : undefined;
      if (stored || (base && !base.isGone)) await moveToTrash(id);
      ids.push(id);
    } catch (error) {
      failure ??= error;
    }
  if (ids.includes(editor.store.getState().project.id)) beginNew(editor);
  if (ids.length > 0) await removeWork(editor.owner, ids);
  if (failure) throw failure;
}

export async function removeAll(editor: Editor): Promise<void> {
  beginNew(editor);
  await forgetWork(editor.owner);
}
