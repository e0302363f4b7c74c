import { CodedError } from '#shared/errors.ts';

/** Where a video is written. */
export interface VideoPlace {
  readonly handle: FileSystemFileHandle;
  /** `disk`: where the person wants it; `browser`: in the browser's own store, from where it is downloaded. */
  readonly kind: 'disk' | 'browser';
  /** Takes away what is not wanted, or not needed any more. */
  discard(): Promise<void>;
}

/** In browsers that let a page write where a person says. */
interface PickingWindow extends Window {
  showSaveFilePicker?(options: {
    suggestedName: string;
    types: readonly { accept: Record<string, readonly string[]> }[];
  }): Promise<FileSystemFileHandle>;
}

interface RemovableHandle extends FileSystemFileHandle {
  remove?(): Promise<void>;
}

const folderName = 'narrated-videos';
/** Whoever writes or keeps a file there holds a lock of its name, so that other tabs leave it alone. */
const lockPrefix = 'narrated-video:';

/**
 * Finds a place for a video: asks the person where browsers allow it, else takes the browser's own store. Called in a click.
 * @returns undefined where the person does not want to say it
 * @throws {CodedError} `storage_full` where there is not enough room; `unavailable` where the browser gives no place at all
 */
export async function findPlace(
  name: string,
  mimeType: string,
  neededBytes: number,
): Promise<VideoPlace | undefined> {
  const { showSaveFilePicker } = window as PickingWindow;
  if (!showSaveFilePicker) return takeOwnPlace(name, neededBytes);
  try {
    const ending = name.slice(name.lastIndexOf('.'));
    const types = [{ accept: { [mimeType]: [ending] } }];
    const handle = await showSaveFilePicker.call(window, { suggestedName: name, types });
    return { handle, kind: 'disk', discard: () => removeIfEmpty(handle) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    return takeOwnPlace(name, neededBytes);
  }
}

/** The picker makes an empty file; one that was there before stays as it was. */
async function removeIfEmpty(handle: RemovableHandle): Promise<void> {
  const { size } = await handle.getFile();
  if (size === 0) await handle.remove?.();
}

async function takeOwnPlace(name: string, neededBytes: number): Promise<VideoPlace> {
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined);
  if (!root)
    throw new CodedError('unavailable', {
      message:
        'This browser gives a page no room to write a video. Leave its private mode, or use another browser or the command line.',
    });
  await requireRoom(neededBytes);
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  await sweep(folder);
  const ownName = `${crypto.randomUUID()}-${name}`;
  const release = await holdLock(ownName);
  const handle = await folder.getFileHandle(ownName, { create: true });
  return {
    handle,
    kind: 'browser',
    async discard() {
      await folder.removeEntry(ownName).catch(() => {});
      release();
    },
  };
}

async function requireRoom(neededBytes: number): Promise<void> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < neededBytes)
    throw new CodedError('storage_full', {
      message: `The video takes about ${Math.ceil(neededBytes / 1e6)} MB, and the browser has room for ${Math.floor((quota - usage) / 1e6)} MB. Make room on the disk, or use the command line.`,
    });
}

/** Holds until it is released, or the tab is gone. */
function holdLock(name: string): Promise<() => void> {
  return new Promise(resolve => {
    void navigator.locks.request(lockPrefix + name, () => new Promise<void>(release => resolve(release)));
  });
}

/** Takes away what tabs that are gone have left. */
async function sweep(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys())
    await navigator.locks.request(lockPrefix + name, { ifAvailable: true }, async lock => {
      if (lock) await folder.removeEntry(name).catch(() => {});
    });
}
