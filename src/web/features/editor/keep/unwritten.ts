import { findChanges, type ProjectChanges } from '#shared/narration/find-changes.ts';
import { mergeChanges } from '#shared/narration/merge-changes.ts';
import { createProject, type Project } from '#shared/narration/project.ts';
import { keepItem } from '../../../lib/browser-storage.ts';
import type { KeptProject } from './kept-project.ts';
import { readProject, writeProject } from './project-store.ts';
import { addOtherTexts } from './take-changes.ts';
import { tabId } from './this-tab.ts';

// What a page that is closed cannot write any more: the database answers too late, the browser's own storage at once.

const prefix = 'benshi.unwritten.';

interface Unwritten extends Omit<KeptProject, 'project'> {
  readonly createdAt: string;
  /** Undefined where only the fields beside the document changed. */
  readonly changes?: ProjectChanges | undefined;
}

/** @param written what the database has; undefined if it has none of it */
export function rescue({ project, ...kept }: KeptProject, written: Project | undefined): void {
  const { createdAt } = project;
  const changes = findChanges(written ?? makeEmpty(project.id, createdAt), project);
  const unwritten: Unwritten = { ...kept, createdAt, changes };
  keepItem(`${prefix}${project.id}.${tabId}`, JSON.stringify(unwritten));
}

/** Writes what an owner's pages could not write when they were closed. */
export async function takeRescued(owner: string): Promise<void> {
  const found = listKeys().flatMap(key => parse(key) ?? []);
  const rescued = found.filter(each => each.owner === owner);
  for (const { createdAt, changes, ...kept } of rescued.sort((one, other) => one.usedAtMs - other.usedAtMs)) {
    const before = await readProject(kept.id);
    const isLater = kept.usedAtMs >= (before?.usedAtMs ?? 0);
    const base = before?.project ?? makeEmpty(kept.id, createdAt);
    const { project, otherTexts } = changes
      ? mergeChanges(base, changes, () => isLater)
      : { project: base, otherTexts: [] };
    const [other, newest] = isLater || !before ? [before, kept] : [kept, before];
    const texts = addOtherTexts(addOtherTexts(newest.otherTexts, other?.otherTexts ?? []), otherTexts);
    await writeProject({ ...newest, project, otherTexts: texts }, Number.POSITIVE_INFINITY);
    dropRescued(kept.id);
  }
}

export function dropRescued(projectId: string): void {
  for (const key of listKeys()) if (key.startsWith(`${prefix}${projectId}.`)) localStorage.removeItem(key);
}

function listKeys(): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Entries are written by this file alone; one that is damaged is none, and what it makes is checked when it is read. */
function parse(key: string): Unwritten | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null');
    // An older page kept none.
    return found ? { otherTexts: [], ...found } : undefined;
  } catch {
    localStorage.removeItem(key);
    return undefined;
  }
}

function makeEmpty(id: string, createdAt: string): Project {
  return { ...createProject(), id, createdAt };
}
