import { CodedError } from '#shared/errors.ts';
import { exportMessages } from '#shared/messages/export.ts';
import { fill } from '#shared/messages/message.ts';
import { formatBytes } from '../../../lib/format.ts';
import type { WritingPlace } from './export-job.ts';

export interface FilePlace {
  readonly writing: WritingPlace;
  /** Deletes what is not needed any more. */
  discard(): Promise<void>;
}

/** In browsers that let a page write where a person says. */
interface PickingWindow extends Window {
  showSaveFilePicker?(options: {
    suggestedName: string;
    types: readonly { accept: Record<string, readonly string[]> }[];
  }): Promise<RemovableHandle>;
}

interface RemovableHandle extends FileSystemFileHandle {
  remove?(): Promise<void>;
}

const folderName = 'exports';
/** A tab that writes or keeps a file there holds a lock of its name, so that other tabs leave it alone. */
const lockPrefix = 'export:';

/** What a page may hold: twice of it is there briefly, when what was written becomes a file. */
const maxMemoryBytes = 150 * 1024 * 1024;

export interface WantedFile {
  readonly name: string;
  readonly mimeType: string;
  /** About how large it becomes. */
  readonly bytes: number;
  /** The person is asked where it goes, where the browser can. */
  readonly asksPlace: boolean;
}

/**
 * Finds a place for a file: asks the person where that is wanted and browsers allow it, else uses the browser's own storage, else its memory.
 * Called in a click.
 * @returns undefined where the person cancels
 * @throws {CodedError} `storage_full` where there is not enough space
 */
export async function findPlace(wanted: WantedFile): Promise<FilePlace | undefined> {
  const { showSaveFilePicker } = window as PickingWindow;
  const { name, mimeType, asksPlace } = wanted;
  if (!showSaveFilePicker || !asksPlace) return takeOwnPlace(wanted);
  try {
    const ending = name.slice(name.lastIndexOf('.'));
    const types = [{ accept: { [mimeType]: [ending] } }];
    const handle = await showSaveFilePicker.call(window, { suggestedName: name, types });
    // The picker makes an empty file. One that was there before is not deleted.
    const { size } = await handle.getFile();
    const discard = async () => (size === 0 ? handle.remove?.() : undefined);
    return { writing: { kind: 'disk', handle }, discard };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    return takeOwnPlace(wanted);
  }
}

export async function readWhole({ writing }: FilePlace, inMemory: Blob | undefined): Promise<Blob> {
  return inMemory ?? (writing.kind === 'memory' ? new Blob() : await writing.handle.getFile());
}

/** A place that no person is asked for, in a page or a worker. @throws {CodedError} as {@link findPlace} */
export async function takeOwnPlace({ name, mimeType, bytes }: WantedFile): Promise<FilePlace> {
  // Private windows refuse it, and a disk may be too full for its first entry.
  const folder = await openFolder().catch(() => undefined);
  const freeBytes = folder ? await estimateFreeBytes() : 0;
  const stored = bytes <= freeBytes ? await takeStored(folder, name).catch(() => undefined) : undefined;
  if (stored) return stored;
  if (bytes > maxMemoryBytes) throw createNoSpaceError(bytes, folder && freeBytes);
  return { writing: { kind: 'memory', mimeType }, discard: async () => {} };
}

/** @throws where the browser gives a page no store */
async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  await sweep(folder);
  return folder;
}

async function takeStored(
  folder: FileSystemDirectoryHandle | undefined,
  name: string,
): Promise<FilePlace | undefined> {
  if (!folder) return undefined;
  const ownName = `${crypto.randomUUID()}-${name}`;
  const release = await holdLock(ownName);
  const discard = async () => {
    await folder.removeEntry(ownName).catch(() => {});
    release();
  };
  try {
    const handle = await folder.getFileHandle(ownName, { create: true });
    return { writing: { kind: 'browser', handle }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function estimateFreeBytes(): Promise<number> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  return Math.max(0, quota - usage);
}

/** @param freeBytes of the browser's store; undefined where there is none */
function createNoSpaceError(bytes: number, freeBytes: number | undefined): CodedError {
  const size = formatBytes(bytes);
  return new CodedError('storage_full', {
    message:
      freeBytes === undefined
        ? fill(exportMessages.noDisk, { size })
        : fill(exportMessages.diskFull, { size, free: formatBytes(freeBytes) }),
  });
}

/** Holds until it is released, or the tab is gone. */
function holdLock(name: string): Promise<() => void> {
  return new Promise(resolve => {
    void navigator.locks.request(lockPrefix + name, () => new Promise<void>(release => resolve(release)));
  });
}

async function sweep(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys())
    await navigator.locks.request(lockPrefix + name, { ifAvailable: true }, async lock => {
      if (lock) await folder.removeEntry(name).catch(() => {});
    });
}
