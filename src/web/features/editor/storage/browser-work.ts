import { loadChunk } from '../../../lib/load-chunk.ts';
import { type Draft, removeDraft } from './draft.ts';
import type { WayBack } from './kept-video.ts';
import { databaseName, isVideo, type Version, type VideoIdentity } from './version.ts';

/**
 * What this browser keeps of a person's work: versions, sounds and the video. All of it may fail (private windows, strict
 * settings, a full disk), and callers go on without.
 */

/** Not needed before the page is drawn. */
const loadStore = () => loadChunk('versions', () => import('./version-store.ts'));
const loadVideos = () => loadChunk('kept video', () => import('./kept-video.ts'));

/** Work that changes hands is read by its new owner only when all of it has arrived. */
let handover: Promise<void> = Promise.resolve();

/** The files that were chosen since this page was opened, by owner: another screen of ours needs no copy. */
const openFiles = new Map<string, File>();

/** One copy is written at a time; another video ends it. */
let copying: AbortController | undefined;

export async function readVersions(owner: string): Promise<readonly Version[]> {
  await handover;
  if (!(await isAnythingKept())) return [];
  const store = await loadStore();
  return store.readVersions(owner);
}

/** On most first visits nothing is, and then nothing has to be fetched to read it. */
async function isAnythingKept(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === databaseName);
  } catch {
    // Not every browser has it.
    return true;
  }
}

export async function keepVersion(version: Version): Promise<void> {
  const store = await loadStore();
  await store.writeVersion(version);
}

/**
 * Keeps the video for the next visit, in the background.
 * @param handle of a file that was dropped, where the browser gives one
 */
export async function keepVideo(
  owner: string,
  file: File,
  handle?: Promise<FileSystemFileHandle | undefined>,
): Promise<void> {
  openFiles.set(owner, file);
  copying?.abort();
  copying = new AbortController();
  const { signal } = copying;
  await handover;
  const videos = await loadVideos();
  if (!signal.aborted) await videos.keepVideo(owner, file, { handle: await handle, signal });
}

/** How the last video can come back, if it can. */
export async function findVideo(owner: string, video: VideoIdentity): Promise<WayBack | undefined> {
  await handover;
  const file = openFiles.get(owner);
  if (file && isVideo(file, video)) return { kind: 'file', file, isCopy: false };
  const videos = await loadVideos();
  return videos.findWayBack(owner, video);
}

/**
 * Gives all versions and the video of one owner to another.
 * @param replaced the draft that is replaced there; its script becomes a version
 */
export function handOver(from: string, to: string, replaced: Draft | undefined): void {
  const file = openFiles.get(from);
  if (file) openFiles.set(to, file);
  openFiles.delete(from);
  copying?.abort();
  handover = loadStore()
    .then(async store => {
      await store.moveVersions(from, to);
      if (replaced) await store.keepDraft(to, replaced);
    })
    // Then they stay whose they were.
    .catch(() => {});
}

/** Deletes all versions, sounds and the video copy of an owner. */
export async function forgetWork(owner: string): Promise<void> {
  copying?.abort();
  openFiles.delete(owner);
  const store = await loadStore();
  await store.removeVersions(owner);
  const videos = await loadVideos();
  await videos.forgetVideo(owner);
}

/** The same, and the draft: for an account that is deleted. */
export function forgetPerson(owner: string): void {
  removeDraft(owner);
  // Where nothing can be deleted, nothing could be kept.
  forgetWork(owner).catch(() => {});
}
