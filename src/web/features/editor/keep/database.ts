import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { AccountBase, KeptProject, KeptSound, KeptVideo } from './kept-project.ts';

export const databaseName = 'benshi';

interface WorkDatabase extends DBSchema {
  projects: { key: string; value: KeptProject; indexes: { owner: string } };
  sounds: { key: [string, string]; value: KeptSound; indexes: { owner: string } };
  /** A small JPEG of the video, by project. */
  pictures: { key: string; value: Blob };
  videos: { key: string; value: KeptVideo };
  bases: { key: string; value: AccountBase };
}

export type Database = IDBPDatabase<WorkDatabase>;

const databaseVersion = 3;

let opened: Promise<Database> | undefined;

/** One connection, opened anew after the browser has closed it. */
export function openDatabase(): Promise<Database> {
  opened ??= open().catch(error => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function open(): Promise<Database> {
  return openDB<WorkDatabase>(databaseName, databaseVersion, {
    upgrade: createStores,
    // A newer page in another tab must not wait for this one.
    blocking: (_now, _next, { target }) => {
      opened = undefined;
      if (target instanceof IDBDatabase) target.close();
    },
    terminated: () => {
      opened = undefined;
    },
  });
}

function createStores(database: Database, oldVersion: number): void {
  database.createObjectStore('bases');
  if (oldVersion === 2) return;
  database.createObjectStore('projects', { keyPath: 'id' }).createIndex('owner', 'owner');
  database.createObjectStore('sounds', { keyPath: ['owner', 'key'] }).createIndex('owner', 'owner');
  database.createObjectStore('pictures');
  database.createObjectStore('videos');
}
