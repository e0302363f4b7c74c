/** A copy of a larger video would take long to write and leave little space. */
const mostCopiedBytes = 500 * 1024 * 1024;
/** Of the space that the browser allows. */
const maxShareOfSpace = 1 / 3;

const folderName = 'videos';

/** Whether a copy of so many bytes may be kept in the browser's own files. */
export async function hasSpaceFor(bytes: number): Promise<boolean> {
  if (bytes > mostCopiedBytes) return false;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return bytes <= (quota - usage) * maxShareOfSpace;
}

/**
 * Copies a video into the browser's own files (the origin private file system) by a stream. Whatever ends it early leaves nothing.
 * @returns the name of the copy
 * @throws where the browser has no such files, no space, or `signal` was aborted
 */
export async function writeVideoCopy(file: File, signal: AbortSignal): Promise<string> {
  const folder = await openFolder();
  const name = crypto.randomUUID();
  const copy = await folder.getFileHandle(name, { create: true });
  try {
    await file.stream().pipeTo(await copy.createWritable(), { signal });
    return name;
  } catch (error) {
    await folder.removeEntry(name).catch(() => {});
    throw error;
  }
}

/**
 * The copy as a file, which no other tab deletes while this page is open.
 * @throws where it is gone
 */
export async function readVideoCopy(name: string): Promise<File> {
  holdCopy(name);
  const folder = await openFolder();
  const copy = await folder.getFileHandle(name);
  return copy.getFile();
}

/**
 * Deletes the copies, but not one that another tab works with.
 * @param evenHeld that one, too
 */
export async function removeCopies({ evenHeld = false } = {}): Promise<void> {
  for (const letGo of held.values()) letGo();
  held.clear();
  const folder = await openFolder();
  const remove = (name: string) => folder.removeEntry(name).catch(() => {});
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  for (const name of names) await (evenHeld ? remove(name) : unlessHeld(name, () => remove(name)));
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(folderName, { create: true });
}

/** What lets go of each copy that this page works with. */
const held = new Map<string, () => void>();

/** Until the page is closed or goes on with another video: by a lock that many tabs may share. */
function holdCopy(name: string): void {
  if (held.has(name)) return;
  const hold = new Promise<void>(resolve => held.set(name, resolve));
  void navigator.locks.request(nameLock(name), { mode: 'shared' }, () => hold).catch(() => {});
}

async function unlessHeld(name: string, remove: () => Promise<void>): Promise<void> {
  await navigator.locks.request(nameLock(name), { ifAvailable: true }, async lock => {
    if (lock) await remove();
  });
}

const nameLock = (name: string) => `benshi.video.${name}`;
