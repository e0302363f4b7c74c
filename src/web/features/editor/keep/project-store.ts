import { openProject } from '#shared/narration/open-project.ts';
import { openDatabase } from './database.ts';
import type { AccountBase, KeptProject } from './kept-project.ts';
import { keptProjectSchema } from './kept-schema.ts';

// All of it may fail (private windows, strict settings, a full disk), and callers go on without.

export async function readProject(id: string): Promise<KeptProject | undefined> {
  const database = await openDatabase();
  return parse(await database.get('projects', id));
}

/** The projects of an owner, the one that was used last first. What is damaged is left out. */
export async function listProjects(owner: string): Promise<readonly KeptProject[]> {
  const database = await openDatabase();
  const found = await database.getAllFromIndex('projects', 'owner', owner);
  return found.flatMap(value => parse(value) ?? []).sort((one, other) => other.usedAtMs - one.usedAtMs);
}

/**
 * The project that an owner used last.
 * @param id of the one that is wanted: then no other
 */
export async function findLastProject(
  owner: string,
  id: string | undefined,
): Promise<KeptProject | undefined> {
  if (id === undefined) return (await listProjects(owner))[0];
  const wanted = await readProject(id);
  return wanted?.owner === owner ? wanted : undefined;
}

export async function hasProjects(owner: string): Promise<boolean> {
  const database = await openDatabase();
  return (await database.countFromIndex('projects', 'owner', owner)) > 0;
}

interface WriteOutcome {
  /** Its revision is now that in the storage. */
  readonly revision: number;
  /** What another tab kept meanwhile: then nothing was written, and it is to be merged first. */
  readonly newer?: KeptProject;
}

/**
 * Keeps a project, with the next revision.
 * @param knownRevision the newest that is part of it; infinite where other tabs tell what they change
 * @param base the account's state that was taken into it: kept at once with it, or not at all
 */
export async function writeProject(
  kept: KeptProject,
  knownRevision: number,
  base?: AccountBase,
): Promise<WriteOutcome> {
  const database = await openDatabase();
  const transaction = database.transaction(['projects', 'bases'], 'readwrite');
  const projects = transaction.objectStore('projects');
  const before = parse(await projects.get(kept.id));
  if (before && before.project.revision > knownRevision)
    return { revision: before.project.revision, newer: before };
  const revision = Math.max(kept.project.revision, before?.project.revision ?? 0) + 1;
  await Promise.all([
    projects.put({ ...kept, project: { ...kept.project, revision } }),
    base && transaction.objectStore('bases').put(base, kept.id),
    transaction.done,
  ]);
  return { revision };
}

export async function removeProjects(ids: readonly string[]): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(['projects', 'pictures', 'videos', 'bases'], 'readwrite');
  for (const id of ids)
    for (const name of ['projects', 'pictures', 'videos', 'bases'] as const)
      void transaction.objectStore(name).delete(id);
  await transaction.done;
}

export async function moveProjects(projects: readonly KeptProject[], owner: string): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('projects', 'readwrite');
  for (const project of projects) void transaction.store.put({ ...project, owner });
  await transaction.done;
}

export async function readPicture(projectId: string): Promise<Blob | undefined> {
  const database = await openDatabase();
  const picture = await database.get('pictures', projectId);
  return picture instanceof Blob ? picture : undefined;
}

export async function writePicture(projectId: string, picture: Blob): Promise<void> {
  const database = await openDatabase();
  await database.put('pictures', picture, projectId);
}

function parse(value: unknown): KeptProject | undefined {
  const kept = keptProjectSchema.safeParse(value).data;
  if (!kept) return undefined;
  try {
    return { ...kept, project: openProject(kept.project), form: { ...kept.form, voice: kept.form.voice } };
  } catch {
    // Damaged, or of a newer version than this page.
    return undefined;
  }
}
