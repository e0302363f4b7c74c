import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { z } from 'zod';
import { sourceSchema } from '#shared/api/fields.ts';
import { cueSchema } from '#shared/api/transcript.ts';
import { descriptionDetails } from '#shared/description.ts';
import { languageNames } from '#shared/languages.ts';
import type { OtherText } from '#shared/narration/merge-changes.ts';
import { openProject } from '#shared/narration/open-project.ts';
import { narrationStyles, voiceSchema } from '#shared/narration/project-schema.ts';
import { forgetItem, keepItem, readItem } from '../../../lib/browser-storage.ts';
import type { Form, Sound } from '../model/editor-state.ts';

// What this browser keeps of projects. All of it may fail (private windows, strict settings, a full disk), and callers go on
// without. What is damaged, or of a newer version than this page, is as good as none.

const formSchema = z
  .object({
    prompt: z.string(),
    language: z.enum(languageNames),
    isLanguageChosen: z.boolean(),
    voice: voiceSchema.optional(),
    style: z.enum(narrationStyles),
    detail: z.enum(descriptionDetails).default('standard'),
  })
  .transform((form): Form => ({ ...form, voice: form.voice }));

const documentSchema = z.unknown().transform(document => openProject(document));

/** Written by this page alone. */
const otherTextSchema = z.custom<OtherText>(
  value =>
    z.object({ text: z.string(), use: z.looseObject({ type: z.string() }).optional() }).safeParse(value)
      .success,
);

const keptProjectSchema = z.object({
  id: z.string(),
  owner: z.string(),
  project: documentSchema,
  narrationId: z.string().optional(),
  form: formSchema,
  otherTexts: z.array(otherTextSchema).readonly().catch([]),
  running: z
    .object({
      kind: z.enum(['write', 'rewrite', 'speak', 'fit', 'find scenes', 'hear', 'translate', 'compare']),
      tabId: z.string(),
    })
    .optional()
    .catch(undefined),
  /** When it was changed or opened last, by the browser's clock, in milliseconds since 1970. */
  usedAtMs: z.number(),
});

export type KeptProject = Readonly<z.infer<typeof keptProjectSchema>>;

const accountBaseSchema = z.object({
  document: documentSchema.optional(),
  revision: z.int(),
  /** Of the revision; undefined as an older page kept it. */
  epoch: z.string().optional(),
  /** Was sent with this revision as its base, and no answer came yet: it may be what is stored. */
  sent: documentSchema.optional(),
  hasThumbnail: z.boolean(),
  /** The account has it no more: it stays in this browser only, unless it is made anew there or changed here. */
  isGone: z.boolean().optional(),
});

export type AccountBase = Readonly<z.infer<typeof accountBaseSchema>>;

/** Nothing is spoken twice, whatever project it is in. */
export const keptSoundSchema = z.object({
  owner: z.string(),
  key: z.string(),
  mp3: z.instanceof(Blob),
  seconds: z.number().optional(),
  source: sourceSchema.optional(),
  unspoken: z.string().optional(),
  cues: z.array(cueSchema).readonly().optional(),
  unspokenLines: z
    .array(z.object({ line: z.int(), startSeconds: z.number().optional(), text: z.string() }))
    .readonly()
    .optional(),
  recordedText: z.string().optional(),
  lufs: z.number().optional(),
  keptAtMs: z.number(),
});

const keptVideoSchema = z.object({
  identity: z.object({ name: z.string(), sizeBytes: z.number(), lastModifiedMs: z.number() }),
  type: z.string(),
  handle: z
    .custom<FileSystemFileHandle>(value => typeof value === 'object' && value !== null && 'getFile' in value)
    .optional(),
  copyName: z.string().optional(),
});

export type KeptVideo = Readonly<z.infer<typeof keptVideoSchema>>;

const recordSchemas = {
  pictures: z.instanceof(Blob),
  videos: keptVideoSchema,
  bases: accountBaseSchema,
};

interface WorkDatabase extends DBSchema {
  projects: { key: string; value: KeptProject; indexes: { owner: string } };
  sounds: {
    key: [string, string];
    value: Sound & { readonly owner: string; readonly keptAtMs: number };
    indexes: { owner: string };
  };
  pictures: { key: string; value: Blob };
  videos: { key: string; value: KeptVideo };
  bases: { key: string; value: AccountBase };
}

type Database = IDBPDatabase<WorkDatabase>;

let opened: Promise<Database> | undefined;

export function openDatabase(): Promise<Database> {
  const forget = () => {
    opened = undefined;
  };
  opened ??= openDB<WorkDatabase>('benshi', 3, {
    upgrade: createStores,
    // A newer page in another tab must not wait for this one.
    blocking: (_now, _next, { target }) => {
      forget();
      if (target instanceof IDBDatabase) target.close();
    },
    terminated: forget,
  }).catch(error => {
    forget();
    throw error;
  });
  return opened;
}

function createStores(database: Database, oldVersion: number): void {
  database.createObjectStore('bases');
  if (oldVersion === 2) return;
  database.createObjectStore('projects', { keyPath: 'id' }).createIndex('owner', 'owner');
  database.createObjectStore('sounds', { keyPath: ['owner', 'key'] }).createIndex('owner', 'owner');
  database.createObjectStore('pictures');
  database.createObjectStore('videos');
}

/** @throws {CodedError} for an account's document of a newer version than this page */
export async function readRecord<Name extends keyof typeof recordSchemas>(
  name: Name,
  projectId: string,
): Promise<WorkDatabase[Name]['value'] | undefined> {
  const database = await openDatabase();
  return recordSchemas[name].safeParse(await database.get(name, projectId)).data;
}

export async function writeRecord<Name extends keyof typeof recordSchemas>(
  name: Name,
  projectId: string,
  value: WorkDatabase[Name]['value'],
): Promise<void> {
  const database = await openDatabase();
  await database.put(name, value, projectId);
}

function parseProject(value: unknown): KeptProject | undefined {
  try {
    return keptProjectSchema.safeParse(value).data;
  } catch {
    return undefined;
  }
}

export async function readProject(id: string): Promise<KeptProject | undefined> {
  const database = await openDatabase();
  return parseProject(await database.get('projects', id));
}

export async function listProjects(owner: string): Promise<readonly KeptProject[]> {
  return (await listStored(owner)).flatMap(value => parseProject(value) ?? []);
}

export async function readLastProject(owner: string): Promise<KeptProject | undefined> {
  // To check all of them would take long.
  for (const value of await listStored(owner)) {
    const kept = parseProject(value);
    if (kept) return kept;
  }
  return undefined;
}

async function listStored(owner: string): Promise<readonly KeptProject[]> {
  const database = await openDatabase();
  const found = await database.getAllFromIndex('projects', 'owner', owner);
  return found.sort((one, other) => other.usedAtMs - one.usedAtMs);
}

/** To check a whole document with each write would take long. */
const revisionSchema = z.object({ project: z.object({ revision: z.int() }) });

function readRevision(stored: unknown): number {
  return revisionSchema.safeParse(stored).data?.project.revision ?? 0;
}

/**
 * Keeps a project, with the next revision. @param knownRevision the newest that is part of it; infinite where nothing was typed
 * @param base the account's state that was taken into it: kept at once with it, or not at all
 * @returns the revision in the storage, and what another tab kept meanwhile: then nothing was written, and it is to be merged first
 */
export async function writeProject(
  kept: KeptProject,
  knownRevision = Number.POSITIVE_INFINITY,
  base?: AccountBase,
): Promise<{ readonly revision: number; readonly newer?: KeptProject }> {
  const database = await openDatabase();
  const transaction = database.transaction(['projects', 'bases'], 'readwrite');
  const projects = transaction.objectStore('projects');
  const stored = await projects.get(kept.id);
  const storedRevision = readRevision(stored);
  const newer = storedRevision > knownRevision ? parseProject(stored) : undefined;
  if (newer) return { revision: storedRevision, newer };
  const revision = Math.max(kept.project.revision, storedRevision) + 1;
  await Promise.all([
    projects.put({ ...kept, project: { ...kept.project, revision } }),
    base && transaction.objectStore('bases').put(base, kept.id),
    transaction.done,
  ]);
  return { revision };
}

/** Changes a project in one step with reading it, so that another tab loses nothing. @param change may return undefined: nothing is written */
export async function changeProject(
  id: string,
  change: (kept: KeptProject | undefined) => KeptProject | undefined,
): Promise<void> {
  const database = await openDatabase();
  const { store, done } = database.transaction('projects', 'readwrite');
  const stored = await store.get(id);
  const kept = change(parseProject(stored));
  const revision = readRevision(stored) + 1;
  await Promise.all([kept && store.put({ ...kept, project: { ...kept.project, revision } }), done]);
}

export async function removeProjects(ids: readonly string[]): Promise<void> {
  const database = await openDatabase();
  const names = ['projects', 'pictures', 'videos', 'bases'] as const;
  const transaction = database.transaction(names, 'readwrite');
  for (const id of ids)
    for (const name of names) {
      void transaction.objectStore(name).delete(id);
      // What stands beside it: see `nameBeside`.
      void transaction.objectStore(name).delete(IDBKeyRange.bound(`${id}/`, `${id}0`, true, true));
    }
  await transaction.done;
}

// The queue stands in the browser's own storage, which is written at once: what is done is not forgotten by a reload, and not paid again.

const settingsSchema = z.object({ form: formSchema, isSpoken: z.boolean() });

const videoSchema = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.number(),
  durationSeconds: z.number().optional(),
  own: settingsSchema.optional(),
  // What was being worked on begins again from what is kept of it.
  state: z.enum(['waiting', 'done', 'failed']).catch('waiting'),
  message: z.string().optional(),
  failsAgain: z.boolean().optional(),
});

const queueSchema = z.object({ settings: settingsSchema, videos: z.array(videoSchema).readonly() });

export type QueueSettings = Readonly<z.infer<typeof settingsSchema>>;
export type QueuedVideo = Readonly<z.infer<typeof videoSchema>>;
export type KeptQueue = Readonly<z.infer<typeof queueSchema>>;

const queueKey = (owner: string) => `benshi.queue.${owner}`;

export function readQueue(owner: string): KeptQueue | undefined {
  try {
    return queueSchema.parse(JSON.parse(readItem(queueKey(owner)) ?? ''));
  } catch {
    return undefined;
  }
}

/** What else a video has is left out when it is read. */
export function writeQueue(owner: string, settings: QueueSettings, videos: readonly object[]): void {
  if (videos.length === 0) forgetItem(queueKey(owner));
  else keepItem(queueKey(owner), JSON.stringify({ settings, videos }));
}

export function listQueued(owner: string): ReadonlySet<string> {
  return new Set(readQueue(owner)?.videos.map(({ id }) => id));
}

export function moveQueue(from: string, to: string): void {
  const moved = readQueue(from);
  if (!moved) return;
  writeQueue(to, moved.settings, [...(readQueue(to)?.videos ?? []), ...moved.videos]);
  forgetItem(queueKey(from));
}

/** Ends the queue of an owner where it runs, by a listener in the same page. */
export const forgetting = new EventTarget();

export function forgetQueue(owner: string): void {
  forgetting.dispatchEvent(new Event(owner));
  forgetItem(queueKey(owner));
}
