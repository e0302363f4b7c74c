import type { ProjectVideo } from '#shared/narration/project.ts';
import { openDatabase } from './database.ts';
import { identifyVideo, type KeptVideo, type VideoIdentity } from './kept-project.ts';
import { keptVideoSchema } from './kept-schema.ts';
import {
  type CopyHolder,
  holdCopy,
  makeSpaceFor,
  readVideoCopy,
  removeCopy,
  writeVideoCopy,
} from './video-copy.ts';

export type WayBack =
  | { readonly kind: 'file'; readonly file: File }
  /** The browser asks the person first, so it has to be their press. */
  | { readonly kind: 'asks'; readonly reopen: () => Promise<File> };

/** What Chromium adds to the standard's handles. */
interface AskingHandle extends FileSystemFileHandle {
  queryPermission?(want: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(want: { mode: 'read' }): Promise<PermissionState>;
}

/** The files that were chosen since this page was opened, by project: another screen of ours needs no copy. */
const openFiles = new Map<string, File>();

/** One copy is written at a time for the document; another video ends it. */
let copying: { readonly projectId: string; readonly control: AbortController } | undefined;

/**
 * Keeps ways back to the video of a project: its handle at once, and a copy of it in the background.
 * @param handle of a file that was dropped, where the browser gives one
 */
export async function keepVideo(
  projectId: string,
  file: File,
  handle: FileSystemFileHandle | undefined,
): Promise<void> {
  copying?.control.abort();
  const control = new AbortController();
  copying = { projectId, control };
  await keepFile(projectId, file, handle, { signal: control.signal, holder: 'document' });
}

/** The same for a project of the queue, whose copies are written one after the other and stay until it is narrated. */
export async function keepQueuedVideo(
  projectId: string,
  file: File,
  handle: FileSystemFileHandle | undefined,
  signal: AbortSignal,
): Promise<void> {
  await keepFile(projectId, file, handle, { signal, holder: { projectId } });
}

async function keepFile(
  projectId: string,
  file: File,
  handle: FileSystemFileHandle | undefined,
  { signal, holder }: { readonly signal: AbortSignal; readonly holder: CopyHolder },
): Promise<void> {
  openFiles.set(projectId, file);
  const identity = identifyVideo(file);
  const kept = await readKeptVideo(projectId);
  const before = kept && isSameFile(kept.identity, identity) ? kept : undefined;
  if (before?.copyName && (await openCopy(before.copyName, file.size, holder))) return;
  const video = { identity, type: file.type, handle: handle ?? before?.handle };
  if (signal.aborted) return;
  await removeCopies([projectId]);
  await writeKeptVideo(projectId, video);
  if (signal.aborted || !(await makeSpaceFor(file.size))) return;
  const copyName = await writeVideoCopy(file, signal);
  if (holder !== 'document') holdCopy(copyName, holder);
  await writeKeptVideo(projectId, { ...video, copyName });
}

/** How the video of a project can come back, if it can. */
export async function findWayBack(
  projectId: string,
  wanted: Pick<ProjectVideo, 'name' | 'sizeBytes'>,
  holder: CopyHolder = 'document',
): Promise<WayBack | undefined> {
  const opened = openFiles.get(projectId);
  if (opened?.name === wanted.name && opened.size === wanted.sizeBytes) return { kind: 'file', file: opened };
  const video = await readKeptVideo(projectId);
  if (video?.identity.name !== wanted.name || video.identity.sizeBytes !== wanted.sizeBytes) return undefined;
  const { identity, type, handle, copyName } = video;
  const copy = copyName && (await openCopy(copyName, identity.sizeBytes, holder));
  if (copy) {
    const { name, lastModifiedMs: lastModified } = identity;
    return { kind: 'file', file: new File([copy], name, { type, lastModified }) };
  }
  if (!handle) return undefined;
  const asking: AskingHandle = handle;
  if ((await asking.queryPermission?.({ mode: 'read' })) === 'granted')
    return { kind: 'file', file: await handle.getFile() };
  const reopen = async () => {
    await asking.requestPermission?.({ mode: 'read' });
    return handle.getFile();
  };
  return { kind: 'asks', reopen };
}

export async function copyKeptVideo(fromId: string, toId: string): Promise<void> {
  const file = openFiles.get(fromId);
  if (file) openFiles.set(toId, file);
  const video = await readKeptVideo(fromId);
  if (video) await writeKeptVideo(toId, video);
}

export async function removeKeptCopies(projectIds: readonly string[]): Promise<void> {
  if (copying && projectIds.includes(copying.projectId)) copying.control.abort();
  for (const id of projectIds) openFiles.delete(id);
  await removeCopies(projectIds);
}

/** Deletes the copies of the videos of projects, unless another project has the same one. */
async function removeCopies(projectIds: readonly string[]): Promise<void> {
  const database = await openDatabase();
  const copies = new Map<string, string | undefined>();
  for (const id of await database.getAllKeys('videos')) copies.set(id, (await readKeptVideo(id))?.copyName);
  const removed = projectIds.map(id => copies.get(id));
  for (const id of projectIds) copies.delete(id);
  const stillUsed = new Set(copies.values());
  for (const name of removed) if (name && !stillUsed.has(name)) await removeCopy(name);
}

function isSameFile(one: VideoIdentity, other: VideoIdentity): boolean {
  return (
    one.name === other.name &&
    one.sizeBytes === other.sizeBytes &&
    one.lastModifiedMs === other.lastModifiedMs
  );
}

/** Undefined where it is gone, or not whole. */
async function openCopy(name: string, sizeBytes: number, holder: CopyHolder): Promise<File | undefined> {
  const copy = await readVideoCopy(name, holder).catch(() => undefined);
  return copy?.size === sizeBytes ? copy : undefined;
}

async function readKeptVideo(projectId: string): Promise<KeptVideo | undefined> {
  const database = await openDatabase();
  return keptVideoSchema.safeParse(await database.get('videos', projectId)).data;
}

async function writeKeptVideo(projectId: string, video: KeptVideo): Promise<void> {
  const database = await openDatabase();
  await database.put('videos', video, projectId);
}
