import type { WritingPlace } from '#media/browser/written-file.ts';
import { CodedError } from '#shared/errors.ts';
import { exportMessages } from '#shared/messages/export.ts';
import { fill } from '#shared/messages/message.ts';
import { formatBytes } from '../../../lib/format.ts';

export type FilePlace = { readonly writing: WritingPlace; discard(): Promise<void> };

interface PickingWindow extends Window {
  showSaveFilePicker?(options: {
    suggestedName: string;
    types: readonly { accept: Record<string, readonly string[]> }[];
  }): Promise<RemovableHandle>;
}

type RemovableHandle = FileSystemFileHandle & { remove?(): Promise<void> };

const folderName = 'exports';
/** A tab that writes or keeps a file there holds a lock of its name, so that other tabs leave it alone. */
const lockPrefix = 'export:';

/** What a page may hold: twice of it is there briefly, when what was written becomes a file. */
const maxMemoryBytes = 150 * 1024 * 1024;

const mimeTypes: Readonly<Record<string, string>> = {
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  mkv: 'video/x-matroska',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  srt: 'application/x-subrip',
  txt: 'text/plain',
  vtt: 'text/vtt',
  wav: 'audio/wav',
  webm: 'video/webm',
  xml: 'application/ttml+xml',
  zip: 'application/zip',
};

export const getMimeType = (name: string): string => mimeTypes[name.slice(name.lastIndexOf('.') + 1)] ?? '';

export type WantedFile = { readonly name: string; readonly bytes: number; readonly asksPlace?: boolean };

/**
 * Asks the person where that is wanted and possible, else takes the browser's storage, else memory. Called in a click.
 * @returns undefined where the person cancels @throws {CodedError} `storage_full`
 */
export async function findPlace(wanted: WantedFile): Promise<FilePlace | undefined> {
  const { showSaveFilePicker } = window as PickingWindow;
  const { name, asksPlace } = wanted;
  if (!showSaveFilePicker || !asksPlace) return takeOwnPlace(wanted);
  try {
    const ending = name.slice(name.lastIndexOf('.'));
    const types = [{ accept: { [getMimeType(name)]: [ending] } }];
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
export async function takeOwnPlace({ name, bytes }: WantedFile): Promise<FilePlace> {
  // Private windows refuse it, and a disk may be too full for its first entry.
  const folder = await openFolder().catch(() => undefined);
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = folder ? await navigator.storage.estimate() : {};
  const freeBytes = Math.max(0, quota - usage);
  const isStored = folder && bytes <= freeBytes;
  const stored = isStored && (await takeStored(folder, name).catch(() => undefined));
  if (stored) return stored;
  if (bytes <= maxMemoryBytes)
    return { writing: { kind: 'memory', mimeType: getMimeType(name) }, discard: async () => {} };
  const size = formatBytes(bytes);
  const message = folder
    ? fill(exportMessages.diskFull, { size, free: formatBytes(freeBytes) })
    : fill(exportMessages.noDisk, { size });
  throw new CodedError('storage_full', { message });
}

/** Without what tabs that are gone have left. @throws where the browser gives a page no store */
async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  for await (const name of folder.keys())
    await navigator.locks.request(lockPrefix + name, { ifAvailable: true }, async lock => {
      if (lock) await folder.removeEntry(name).catch(() => {});
    });
  return folder;
}

async function takeStored(folder: FileSystemDirectoryHandle, name: string): Promise<FilePlace> {
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

function holdLock(name: string): Promise<() => void> {
  return new Promise(resolve => {
    void navigator.locks.request(lockPrefix + name, () => new Promise<void>(release => resolve(release)));
  });
}
