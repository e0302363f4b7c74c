import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { convertTakes } from './convert-takes.ts';
import type { KeptProject, KeptSound, KeptVideo } from './kept-project.ts';
import { readDrafts, removeDrafts } from './old-drafts.ts';

/** Of everything that is kept in this browser. */
export const databaseName = 'benshi';

interface WorkDatabase extends DBSchema {
  projects: { key: string; value: KeptProject; indexes: { owner: string } };
  /** By owner and key. */
  sounds: { key: [string, string]; value: KeptSound; indexes: { owner: string } };
  /** A small JPEG of the video, by project. */
  pictures: { key: string; value: Blob };
  /** By project; in version 1 by owner. */
  videos: { key: string; value: KeptVideo };
  /** Of version 1. */
  takes: { key: string; value: unknown };
}

export type Database = IDBPDatabase<WorkDatabase>;
type Upgrade = NonNullable<NonNullable<Parameters<typeof openDB<WorkDatabase>>[2]>['upgrade']>;

const databaseVersion = 2;

let opened: Promise<Database> | undefined;

/** One connection, opened anew after the browser has closed it. */
export function openDatabase(): Promise<Database> {
  opened ??= open().catch(error => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<Database> {
  const database = await openDB<WorkDatabase>(databaseName, databaseVersion, {
    upgrade: (created, before, _, transaction) => void upgrade(created, before, transaction),
    // A newer page in another tab must not wait for this one.
    blocking: (_now, _next, { target }) => {
      opened = undefined;
      if (target instanceof IDBDatabase) target.close();
    },
    terminated: () => {
      opened = undefined;
    },
  });
  removeDrafts();
  return database;
}

/** Makes projects of what version 1 kept: its stores, and the drafts beside them. */
async function upgrade(
  database: Database,
  before: number,
  transaction: Parameters<Upgrade>[3],
): Promise<void> {
  const old = { takes: [] as unknown[], videos: new Map<string, unknown>(), drafts: readDrafts() };
  if (before === 1) {
    old.takes = await transaction.objectStore('takes').getAll();
    const videos = transaction.objectStore('videos');
    for (const owner of await videos.getAllKeys()) old.videos.set(owner, await videos.get(owner));
    database.deleteObjectStore('takes');
    database.deleteObjectStore('videos');
  }
  database.createObjectStore('projects', { keyPath: 'id' }).createIndex('owner', 'owner');
  database.createObjectStore('sounds', { keyPath: ['owner', 'key'] }).createIndex('owner', 'owner');
  database.createObjectStore('pictures');
  database.createObjectStore('videos');
  const { projects, sounds, videos } = convertTakes(old);
  for (const project of projects) void transaction.objectStore('projects').put(project);
  for (const sound of sounds) void transaction.objectStore('sounds').put(sound);
  for (const [id, video] of videos) void transaction.objectStore('videos').put(video, id);
}
