/** Of all copies: a larger one would take long to write and leave little space. */
const maxCopiedBytes = 500 * 1024 * 1024;
/** Of the space that the browser allows. */
const maxShareOfSpace = 1 / 3;

const folderName = 'videos';

/**
 * Makes space for a copy of so many bytes: the oldest copies go, but not one that another tab works with.
 * @returns whether it may be kept in the browser's own files
 */
export async function makeSpaceFor(bytes: number): Promise<boolean> {
  if (bytes > maxCopiedBytes) return false;
  const copies = await listCopies();
  let sum = copies.reduce((total, { size }) => total + size, bytes);
  for (const { name, size } of copies) {
    if (sum <= maxCopiedBytes) break;
    if (await unlessHeld(name, () => removeCopy(name))) sum -= size;
  }
  if (sum > maxCopiedBytes) return false;
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

/** What a page works with a copy for: its document, or a project of the queue by its id. */
export type CopyHolder = 'document' | { readonly projectId: string };

/**
 * The copy as a file, which no other tab deletes while this page works with it.
 * @throws where it is gone
 */
export async function readVideoCopy(name: string, holder: CopyHolder): Promise<File> {
  holdCopy(name, holder);
  const folder = await openFolder();
  const copy = await folder.getFileHandle(name);
  return copy.getFile();
}

export async function removeCopy(name: string): Promise<void> {
  try {
    const folder = await openFolder();
    await folder.removeEntry(name);
  } catch {
    // It is gone already, or this browser has no files of its own.
  }
}

async function listCopies(): Promise<readonly File[]> {
  const folder = await openFolder();
  const copies: File[] = [];
  for await (const entry of folder.values())
    if (entry instanceof FileSystemFileHandle) copies.push(await entry.getFile());
  return copies.sort((one, other) => one.lastModified - other.lastModified);
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(folderName, { create: true });
}

/** The copies that this page works with, by their holders. */
const held = new Map<string, { readonly name: string; letGo(): void }>();

/** Until the page is closed or the holder lets go of it or goes on with another video: by a lock that many tabs may share. */
export function holdCopy(name: string, holder: CopyHolder): void {
  const key = nameHolder(holder);
  if (held.get(key)?.name === name) return;
  letGoOfCopy(holder);
  const hold = new Promise<void>(resolve => held.set(key, { name, letGo: resolve }));
  void navigator.locks.request(nameLock(name), { mode: 'shared' }, () => hold).catch(() => {});
}

export function letGoOfCopy(holder: CopyHolder): void {
  const key = nameHolder(holder);
  held.get(key)?.letGo();
  held.delete(key);
}

function nameHolder(holder: CopyHolder): string {
  return holder === 'document' ? holder : holder.projectId;
}

/** @returns whether it was done */
async function unlessHeld(name: string, remove: () => Promise<void>): Promise<boolean> {
  if ([...held.values()].some(each => each.name === name)) return false;
  return await navigator.locks.request(nameLock(name), { ifAvailable: true }, async lock => {
    if (lock) await remove();
    return lock !== null;
  });
}

const nameLock = (name: string) => `benshi.video.${name}`;
