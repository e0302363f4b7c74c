import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { z } from 'zod';
import type { Draft } from './draft.ts';
import {
  databaseName,
  findOverdue,
  getNextNumber,
  getVideoId,
  listTakes,
  makeTakeId,
  type Take,
} from './take.ts';
import { takeSchema, videoIdentitySchema } from './take-schema.ts';

/** A file that the browser can open again, where it has such a thing and the person allows it. */
const handleSchema = z.custom<FileSystemFileHandle>(
  value => typeof value === 'object' && value !== null && 'getFile' in value,
);

/** The video that somebody worked on last, and the ways back to it. */
const keptVideoSchema = z.object({
  identity: videoIdentitySchema,
  type: z.string(),
  handle: handleSchema.optional(),
  /** The name of its copy in the browser's own files. */
  copyName: z.string().optional(),
});

export type KeptVideo = z.infer<typeof keptVideoSchema>;

interface TakeDatabase extends DBSchema {
  takes: { key: string; value: Take; indexes: { owner: string } };
  /** One for each owner. */
  videos: { key: string; value: KeptVideo };
}

const databaseVersion = 1;
/** Over all videos of a person: a few hundred megabytes at the very most. */
const mostTakesOfOwner = 100;

let opened: Promise<IDBPDatabase<TakeDatabase>> | undefined;

/** One connection, opened anew after the browser has closed it. */
function open(): Promise<IDBPDatabase<TakeDatabase>> {
  opened ??= openDB<TakeDatabase>(databaseName, databaseVersion, {
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

/** All takes of somebody in this browser. What is damaged is left out. */
export async function readTakes(owner: string): Promise<readonly Take[]> {
  const database = await open();
  const found: readonly unknown[] = await database.getAllFromIndex('takes', 'owner', owner);
  return found.flatMap(value => takeSchema.safeParse(value).data ?? []);
}

/** Keeps a take, also in place of what it was before, and lets those go for which there is no room. */
export async function writeTake(take: Take): Promise<void> {
  const database = await open();
  await database.put('takes', take);
  const all = await readTakes(take.owner);
  const ofVideo = all.filter(({ videoId }) => videoId === take.videoId);
  const oldest = all.toSorted((a, b) => a.madeAtMs - b.madeAtMs).filter(({ id }) => id !== take.id);
  const overdue = [
    ...findOverdue(ofVideo, take.id),
    ...oldest.slice(0, Math.max(0, all.length - mostTakesOfOwner)),
  ];
  await Promise.all(overdue.map(({ id }) => database.delete('takes', id)));
}

/** Gives everything of one owner to another, such as a visitor's work to the account in which they signed in. */
export async function moveTakes(from: string, to: string): Promise<void> {
  for (const take of await readTakes(from)) await writeTake({ ...take, owner: to });
  const video = await readKeptVideo(from);
  if (!video) return;
  await writeKeptVideo(to, video);
  await removeKeptVideo(from);
}

/** Makes a take of the script of a draft, if it is none yet. */
export async function keepDraft(owner: string, draft: Draft): Promise<void> {
  const { script, scriptLanguage, wish, language, voice } = draft;
  const videoId = getVideoId(draft.video);
  const before = listTakes(await readTakes(owner), videoId);
  if (script.trim() === '' || before.some(take => take.script === script)) return;
  const text = { script, scriptLanguage, wish, language, voice };
  const number = getNextNumber(before);
  await writeTake({ ...text, id: makeTakeId(), owner, videoId, number, madeAtMs: Date.now() });
}

export async function removeTakes(owner: string): Promise<void> {
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
