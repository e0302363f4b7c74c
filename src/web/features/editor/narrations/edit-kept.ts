import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { createId, createProject, type Project } from '#shared/narration/project.ts';
import { reopenVideo } from '../setup/choose-video.ts';
import { flushWork } from '../storage/keep-work.ts';
import type { KeptProject } from '../storage/kept-project.ts';
import { copyKeptVideo } from '../storage/kept-video.ts';
import { forgetWork, removeWork } from '../storage/move-work.ts';
import { openKept } from '../storage/open-kept.ts';
import { listProjects, readPicture, writePicture, writeProject } from '../storage/project-store.ts';
import { openDocument, run } from '../store/change-document.ts';
import type { Editor } from '../store/editor.ts';
import { nameProject } from './name-project.ts';

/** A project of the list, with its picture. */
export interface ListedProject extends KeptProject {
  readonly picture: Blob | undefined;
}

/** All that this browser keeps of an owner, the one that was used last first. */
export async function listKept({ owner }: Editor): Promise<readonly ListedProject[]> {
  await flushWork(owner);
  const projects = await listProjects(owner);
  return await Promise.all(
    projects.map(async kept => ({ ...kept, picture: await readPicture(kept.id).catch(() => undefined) })),
  );
}

/** Opens a project instead of the one that is open, which stays in the list. */
export async function openListed(editor: Editor, { picture: _, ...kept }: ListedProject): Promise<void> {
  if (kept.id === editor.store.getState().project.id) return;
  await openKept(editor, kept, file => reopenVideo(editor, file));
}

/** Begins a project without a video and without a text. The choices stay. */
export function beginNew({ store }: Editor): void {
  openDocument(store, createProject());
}

export async function renameListed(editor: Editor, listed: ListedProject, title: string): Promise<void> {
  if (listed.id === editor.store.getState().project.id) {
    run(editor.store, { type: 'renameProject', title });
    return await flushWork(editor.owner);
  }
  const { picture: _, ...kept } = listed;
  await writeProject({ ...kept, project: { ...kept.project, title } }, Number.POSITIVE_INFINITY);
}

/** A copy under a name of its own, with the same video and sounds. */
export async function duplicateListed({ picture, ...kept }: ListedProject): Promise<void> {
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
}

/** Deletes projects for good. Where the one that is open is among them, a new one begins. */
export async function removeListed(editor: Editor, ids: readonly string[]): Promise<void> {
  if (ids.includes(editor.store.getState().project.id)) beginNew(editor);
  await removeWork(editor.owner, ids);
}

/** Deletes everything, the project that is open too. */
export async function removeAll(editor: Editor): Promise<void> {
  beginNew(editor);
  await forgetWork(editor.owner);
}
