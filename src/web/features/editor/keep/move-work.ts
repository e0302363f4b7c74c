import { finishWork, flushWork } from './keep-work.ts';
import { enqueue } from './keeper.ts';
import type { KeptProject } from './kept-project.ts';
import { forgetQueue, getDraftOwner, moveQueue } from './kept-queue.ts';
import { removeKeptCopies } from './kept-video.ts';
import { forgetOwnPronunciations, moveOwnPronunciations } from './own-pronunciations.ts';
import { listProjects, moveProjects, removeProjects } from './project-store.ts';
import { listSoundKeys, moveSounds, removeSounds } from './sound-store.ts';
import { noteOpenProject } from './this-tab.ts';
import { takeRescued } from './unwritten.ts';

/** Gives the projects of one owner to another, who goes on with the one that was used last. Those without a text go only to somebody who has none. */
export async function moveWork(from: string, to: string): Promise<void> {
  await finishWork(from);
  await enqueue(async () => {
    await takeRescued(from);
    const [theirs, own] = [await listProjects(from), await listProjects(to)];
    const moved = theirs.filter(project => own.length === 0 || hasText(project));
    const drafts = await listProjects(getDraftOwner(from));
    await moveSounds(from, to, listKeysOf(from, [...moved, ...drafts]));
    await moveProjects(moved, to);
    await moveProjects(drafts, getDraftOwner(to));
    moveQueue(from, to);
    moveOwnPronunciations(from, to);
    const [last] = moved;
    if (last) noteOpenProject(to, last.id);
  });
}

/** Deletes projects of an owner, their sounds and the copies of their videos. */
export async function removeWork(owner: string, ids: readonly string[]): Promise<void> {
  await flushWork(owner);
  await enqueue(async () => {
    await removeKeptCopies(ids);
    await removeProjects(ids);
    const [projects, drafts] = [await listProjects(owner), await listProjects(getDraftOwner(owner))];
    const needed = listKeysOf(owner, [...projects, ...drafts]);
    await removeSounds(owner, key => needed.has(key));
  });
}

export async function forgetWork(owner: string): Promise<void> {
  await flushWork(owner);
  const queued = forgetQueue(owner);
  forgetOwnPronunciations(owner);
  const projects = await listProjects(owner);
  await removeWork(owner, [...projects.map(({ id }) => id), ...queued]);
}

export function hasText({ project }: Pick<KeptProject, 'project'>): boolean {
  return project.narrations.some(({ lines }) => lines.some(({ text }) => text.trim() !== ''));
}

function listKeysOf(owner: string, projects: readonly KeptProject[]): ReadonlySet<string> {
  return new Set(projects.flatMap(({ project }) => [...listSoundKeys(owner, project)]));
}
