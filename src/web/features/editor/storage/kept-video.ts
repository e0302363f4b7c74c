import { getVideoId, identifyVideo, type VideoIdentity } from './version.ts';
import { readKeptVideo, removeKeptVideo, writeKeptVideo } from './version-store.ts';
import { hasSpaceFor, readVideoCopy, removeCopies, writeVideoCopy } from './video-copy.ts';

/** A way back to the last video. */
export type WayBack =
  | { readonly kind: 'file'; readonly file: File; readonly isCopy: boolean }
  /** The browser asks the person first, so it has to be their press. */
  | { readonly kind: 'asks'; readonly identity: VideoIdentity; readonly reopen: () => Promise<File> };

/** What Chromium adds to the standard's handles. */
interface AskingHandle extends FileSystemFileHandle {
  queryPermission?(want: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(want: { mode: 'read' }): Promise<PermissionState>;
}

/**
 * Keeps ways back to a video: its handle at once, and a copy of it in the background. Of copies there is one in a browser.
 * @param handle of a file that was dropped, where the browser gives one
 */
export async function keepVideo(
  owner: string,
  file: File,
  { handle, signal }: { handle: FileSystemFileHandle | undefined; signal: AbortSignal },
): Promise<void> {
  const identity = identifyVideo(file);
  const kept = await readKeptVideo(owner);
  const before = kept && getVideoId(kept.identity) === getVideoId(identity) ? kept : undefined;
  if (before?.copyName && (await openCopy(before.copyName, file.size))) return;
  const video = { identity, type: file.type, handle: handle ?? before?.handle };
  await writeKeptVideo(owner, video);
  // Where the browser has no files of its own, there is none.
  await removeCopies().catch(() => {});
  if (!(await hasSpaceFor(file.size))) return;
  const copyName = await writeVideoCopy(file, signal);
  await writeKeptVideo(owner, { ...video, copyName });
}

/** How a video of before can come back, if it can. */
export async function findWayBack(owner: string, wanted: VideoIdentity): Promise<WayBack | undefined> {
  const video = await readKeptVideo(owner);
  // Another tab went on with another video.
  if (!video || getVideoId(video.identity) !== getVideoId(wanted)) return undefined;
  const { identity, type, handle, copyName } = video;
  const copy = copyName && (await openCopy(copyName, identity.sizeBytes));
  if (copy) {
    const { name, lastModifiedMs: lastModified } = identity;
    return { kind: 'file', file: new File([copy], name, { type, lastModified }), isCopy: true };
  }
  if (!handle) return undefined;
  const asking: AskingHandle = handle;
  if ((await asking.queryPermission?.({ mode: 'read' })) === 'granted')
    return { kind: 'file', file: await handle.getFile(), isCopy: false };
  const reopen = async () => {
    await asking.requestPermission?.({ mode: 'read' });
    return handle.getFile();
  };
  return { kind: 'asks', identity, reopen };
}

/** Forgets the video and deletes its copy, even while another tab uses it. */
export async function forgetVideo(owner: string): Promise<void> {
  await removeKeptVideo(owner);
  await removeCopies({ evenHeld: true }).catch(() => {});
}

/** Undefined where it is gone, or not whole. */
async function openCopy(name: string, sizeBytes: number): Promise<File | undefined> {
  const copy = await readVideoCopy(name).catch(() => undefined);
  return copy?.size === sizeBytes ? copy : undefined;
}
