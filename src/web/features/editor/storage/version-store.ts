import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { z } from 'zod';
import type { Draft } from './draft.ts';
import {
  databaseName,
  findOverdue,
  getNextNumber,
  getVideoId,
  listVersions,
  makeVersionId,
  type Version,
} from './version.ts';
import { versionSchema, videoIdentitySchema } from './version-schema.ts';

/** A file that the browser can open again, where it has such a thing and the person allows it. */
const handleSchema = z.custom<FileSystemFileHandle>(
  value => typeof value === 'object' && value !== null && 'getFile' in value,
);

/** The last video, and the ways back to it. */
const keptVideoSchema = z.object({
  identity: videoIdentitySchema,
  type: z.string(),
  handle: handleSchema.optional(),
  /** The name of its copy in the browser's own files. */
  copyName: z.string().optional(),
});

export type KeptVideo = z.infer<typeof keptVideoSchema>;

interface VersionDatabase extends DBSchema {
  /** The store was named before versions were. */
  takes: { key: string; value: Version; indexes: { owner: string } };
  /** One for each owner. */
  videos: { key: string; value: KeptVideo };
}

const databaseVersion = 1;
/** Over all videos of a person: a few hundred megabytes at the very most. */
const maxVersionsOfOwner = 100;

let opened: Promise<IDBPDatabase<VersionDatabase>> | undefined;

/** One connection, opened anew after the browser has closed it. */
function open(): Promise<IDBPDatabase<VersionDatabase>> {
  opened ??= openDB<VersionDatabase>(databaseName, databaseVersion, {
    upgrade(database) {
      database.createObjectStore('takes', { keyPath: 'id' }).createIndex('owner', 'owner');
      database.createObjectStore('videos');
    },
    // A newer page in another tab must not wait for this one.
    blocking: (_now, _next, { target }) => {
      opened = undefined;
      if (target instanceof IDBDatabase) target.close();
    },
    terminated: () => {
      opened = undefined;
    },
  }).catch(error => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** All versions of an owner in this browser. What is damaged is left out. */
export async function readVersions(owner: string): Promise<readonly Version[]> {
  const database = await open();
  const found: readonly unknown[] = await database.getAllFromIndex('takes', 'owner', owner);
  return found.flatMap(value => versionSchema.safeParse(value).data ?? []);
}

/** Keeps or replaces a version, and deletes those beyond the limits. */
export async function writeVersion(version: Version): Promise<void> {
  const database = await open();
  await database.put('takes', version);
  const all = await readVersions(version.owner);
  const ofVideo = all.filter(({ videoId }) => videoId === version.videoId);
  const oldest = all.toSorted((a, b) => a.madeAtMs - b.madeAtMs).filter(({ id }) => id !== version.id);
  const overdue = [
    ...findOverdue(ofVideo, version.id),
    ...oldest.slice(0, Math.max(0, all.length - maxVersionsOfOwner)),
  ];
  await Promise.all(overdue.map(({ id }) => database.delete('takes', id)));
}

/** Gives everything of one owner to another, such as a visitor's work to the account in which they signed in. */
export async function moveVersions(from: string, to: string): Promise<void> {
  for (const version of await readVersions(from)) await writeVersion({ ...version, owner: to });
  const video = await readKeptVideo(from);
  if (!video) return;
  await writeKeptVideo(to, video);
  await removeKeptVideo(from);
}

/** Makes a version of the script of a draft, if there is none yet. */
export async function keepDraft(owner: string, draft: Draft): Promise<void> {
  const { script, scriptLanguage, prompt, language, voice } = draft;
  const videoId = getVideoId(draft.video);
  const before = listVersions(await readVersions(owner), videoId);
  if (script.trim() === '' || before.some(version => version.script === script)) return;
  const text = { script, scriptLanguage, prompt, language, voice };
  const number = getNextNumber(before);
  await writeVersion({ ...text, id: makeVersionId(), owner, videoId, number, madeAtMs: Date.now() });
}

export async function removeVersions(owner: string): Promise<void> {
  const database = await open();
  const ids = await database.getAllKeysFromIndex('takes', 'owner', owner);
  await Promise.all(ids.map(id => database.delete('takes', id)));
}

export async function readKeptVideo(owner: string): Promise<KeptVideo | undefined> {
  const database = await open();
  const value: unknown = await database.get('videos', owner);
  return keptVideoSchema.safeParse(value).data;
}

export async function writeKeptVideo(owner: string, video: KeptVideo): Promise<void> {
  const database = await open();
  await database.put('videos', video, owner);
}

export async function removeKeptVideo(owner: string): Promise<void> {
  const database = await open();
  await database.delete('videos', owner);
}
