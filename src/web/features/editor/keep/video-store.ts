import { isSame } from '#shared/narration/find-changes.ts';
import type { ProjectVideo } from '#shared/narration/project.ts';
import { findPoster, goTo, takePicture, withHiddenVideo } from '../player/video-picture.ts';
import { type KeptVideo, openDatabase, readRecord, writeRecord } from './database.ts';
import { holdLock } from './elsewhere.ts';

// The ways back to the videos of projects: the files themselves, handles of them, and copies in the browser's own files (the origin
// private file system).

/** Of all copies: a larger one would take long to write and leave little space. */
const maxCopiedBytes = 500 * 1024 * 1024;
const maxShareOfSpace = 1 / 3;

export type WayBack =
  | { readonly kind: 'file'; readonly file: File }
  /** The browser asks the person first, so it has to be their press. */
  | { readonly kind: 'asks'; readonly reopen: () => Promise<File> };

interface AskingHandle extends FileSystemFileHandle {
  queryPermission?(want: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(want: { mode: 'read' }): Promise<PermissionState>;
}

/** The files that were chosen since this page was opened, by project: another screen of ours needs no copy. */
const openFiles = new Map<string, File>();

const documentHolder = 'document';

let copying: { readonly projectId: string; readonly control: AbortController } | undefined;

/**
 * Keeps the handle of a project's video at once, and a copy in the background. @param handle of a file that was dropped
 * @param queued ends it for a project of the queue, whose copies stay until they are released
 */
export async function keepVideo(
  projectId: string,
  file: File,
  handle: FileSystemFileHandle | undefined,
  queued?: AbortSignal,
): Promise<void> {
  openFiles.set(projectId, file);
  const { name, size: sizeBytes, lastModified: lastModifiedMs, type } = file;
  let signal = queued;
  if (!signal) {
    copying?.control.abort();
    copying = { projectId, control: new AbortController() };
    signal = copying.control.signal;
  }
  const identity = { name, sizeBytes, lastModifiedMs };
  const kept = await readRecord('videos', projectId);
  const before = kept && isSame(kept.identity, identity) ? kept : undefined;
  if (before && (await readCopy(before, queued ? projectId : documentHolder))) return;
  const video = { identity, type, handle: handle ?? before?.handle };
  if (signal.aborted) return;
  await removeCopies([projectId]);
  await writeRecord('videos', projectId, video);
  if (signal.aborted || !(await makeSpaceFor(sizeBytes))) return;
  const copyName = await writeCopy(file, signal);
  if (queued) holdCopy(copyName, projectId);
  await writeRecord('videos', projectId, { ...video, copyName });
}

/** Of the list of narrations, in pixels: less than 20 kB. */
const pictureWidth = 240;

export async function keepPicture(projectId: string, file: File): Promise<void> {
  const picture = await findPoster(file, new AbortController().signal, pictureWidth);
  if (picture) await writeRecord('pictures', projectId, picture);
}

/** Keeps what a video shows at lines, by their ids, beside a project. @param seconds of the lines */
export async function keepLinePictures(
  projectId: string,
  file: File,
  seconds: ReadonlyMap<string, number>,
): Promise<void> {
  const { signal } = new AbortController();
  await withHiddenVideo(file, signal, async video => {
    for (const [lineId, at] of seconds) {
      await goTo(video, at, signal);
      await writeRecord('pictures', `${projectId}/${lineId}`, await takePicture(video, pictureWidth, 0.8));
    }
  });
}

const nameBefore = (projectId: string) => `${projectId}/before`;

/** Keeps a video that took the place of another one, whose way back stays: each may take the place of the other again. */
export async function exchangeVideos(
  projectId: string,
  file: File,
  handle: FileSystemFileHandle | undefined,
): Promise<void> {
  copying?.control.abort();
  const database = await openDatabase();
  const { store, done } = database.transaction('videos', 'readwrite');
  const keys = [projectId, nameBefore(projectId)];
  const [now, before] = await Promise.all(keys.map(key => store.get(key)));
  const [nowKey = '', beforeKey = ''] = keys;
  void (before ? store.put(before, nowKey) : store.delete(nowKey));
  void (now ? store.put(now, beforeKey) : store.delete(beforeKey));
  await done;
  await Promise.all([keepVideo(projectId, file, handle), keepPicture(projectId, file)]);
}

export async function findWayBack(
  projectId: string,
  wanted: Pick<ProjectVideo, 'name' | 'sizeBytes'>,
  holder = documentHolder,
): Promise<WayBack | undefined> {
  const open = openFiles.get(projectId);
  if (open?.name === wanted.name && open.size === wanted.sizeBytes) return { kind: 'file', file: open };
  const video = await readRecord('videos', projectId);
  if (video?.identity.name !== wanted.name || video.identity.sizeBytes !== wanted.sizeBytes) return undefined;
  const copy = await readCopy(video, holder);
  if (copy) {
    const { identity, type } = video;
    const file = new File([copy], identity.name, { type, lastModified: identity.lastModifiedMs });
    return { kind: 'file', file };
  }
  const handle: AskingHandle | undefined = video.handle;
  if (!handle) return undefined;
  if ((await handle.queryPermission?.({ mode: 'read' })) === 'granted')
    return { kind: 'file', file: await handle.getFile() };
  const reopen = async () => {
    await handle.requestPermission?.({ mode: 'read' });
    return handle.getFile();
  };
  return { kind: 'asks', reopen };
}

export async function copyKeptVideo(fromId: string, toId: string): Promise<void> {
  const file = openFiles.get(fromId);
  if (file) openFiles.set(toId, file);
  const video = await readRecord('videos', fromId);
  if (video) await writeRecord('videos', toId, video);
}

export async function removeKeptCopies(projectIds: readonly string[]): Promise<void> {
  if (copying && projectIds.includes(copying.projectId)) copying.control.abort();
  for (const id of projectIds) openFiles.delete(id);
  await removeCopies(projectIds.flatMap(id => [id, nameBefore(id)]));
}

async function removeCopies(projectIds: readonly string[]): Promise<void> {
  const database = await openDatabase();
  const removed = new Set<string>();
  const stillUsed = new Set<string>();
  for (const id of await database.getAllKeys('videos')) {
    const name = (await readRecord('videos', id))?.copyName;
    if (name) (projectIds.includes(id) ? removed : stillUsed).add(name);
  }
  for (const name of removed) if (!stillUsed.has(name)) await removeCopy(name);
}

/** The copy, which no other tab deletes while this page works with it; undefined where it is gone, or not whole. */
async function readCopy({ copyName, identity }: KeptVideo, holder: string): Promise<File | undefined> {
  if (!copyName) return undefined;
  holdCopy(copyName, holder);
  try {
    const folder = await openFolder();
    const copy = await (await folder.getFileHandle(copyName)).getFile();
    return copy.size === identity.sizeBytes ? copy : undefined;
  } catch {
    return undefined;
  }
}

/** Whatever ends it early leaves nothing. @returns the name of the copy @throws without such files or space, or once `signal` is aborted */
async function writeCopy(file: File, signal: AbortSignal): Promise<string> {
  const folder = await openFolder();
  const name = crypto.randomUUID();
  const copy = await folder.getFileHandle(name, { create: true });
  try {
    await file.stream().pipeTo(await copy.createWritable(), { signal });
    return name;
  } catch (error) {
    await removeCopy(name);
    throw error;
  }
}

async function removeCopy(name: string): Promise<void> {
  try {
    const folder = await openFolder();
    await folder.removeEntry(name);
  } catch {
    // It is gone already, or this browser has no files of its own.
  }
}

/** The oldest copies go, but not one that a page works with. @returns whether it may be kept */
async function makeSpaceFor(bytes: number): Promise<boolean> {
  if (bytes > maxCopiedBytes) return false;
  const copies: File[] = [];
  for await (const entry of (await openFolder()).values())
    if (entry instanceof FileSystemFileHandle) copies.push(await entry.getFile());
  let sum = copies.reduce((total, { size }) => total + size, bytes);
  for (const { name, size } of copies.sort((one, other) => one.lastModified - other.lastModified))
    if (sum > maxCopiedBytes && (await removeUnlessHeld(name))) sum -= size;
  if (sum > maxCopiedBytes) return false;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return bytes <= (quota - usage) * maxShareOfSpace;
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle('videos', { create: true });
}

const held = new Map<string, { readonly name: string; release(): void }>();

function holdCopy(name: string, holder: string): void {
  if (held.get(holder)?.name === name) return;
  releaseCopy(holder);
  held.set(holder, { name, release: holdLock(nameLock(name), 'shared') });
}

/** @param holder a project of the queue, by its id */
export function releaseCopy(holder: string): void {
  held.get(holder)?.release();
  held.delete(holder);
}

/** @returns whether it was removed */
async function removeUnlessHeld(name: string): Promise<boolean> {
  if ([...held.values()].some(each => each.name === name)) return false;
  return await navigator.locks.request(nameLock(name), { ifAvailable: true }, async lock => {
    if (lock) await removeCopy(name);
    return lock !== null;
  });
}

const nameLock = (name: string) => `benshi.video.${name}`;
