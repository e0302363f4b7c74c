import type { FilePiece, VideoFile } from '#media/container/video-file.ts';
import type { WritingPlace } from './export-job.ts';
import { MemoryFile } from './memory-file.ts';

export interface OpenPlace extends VideoFile {
  /** Where it is in memory, once it was kept. */
  readMade?(): Blob;
  /** Writes into a file that was kept. @param find reads the file, and says what to write */
  change(find: (whole: Blob) => Promise<readonly FilePiece[]>): Promise<void>;
}

/** What only workers have of a file in the browser's own store. */
interface StoredHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{
    write(data: Uint8Array<ArrayBuffer>, options: { at: number }): number;
    flush(): void;
    close(): void;
  }>;
}

export function openPlace(place: WritingPlace): Promise<OpenPlace> {
  if (place.kind === 'memory') return openInMemory(place.mimeType);
  return place.kind === 'disk' ? openOnDisk(place.handle) : openInStore(place.handle);
}

/** What is written is in the file only once it is closed; until then the file is as it was before. */
async function openOnDisk(handle: FileSystemFileHandle): Promise<OpenPlace> {
  const stream = await handle.createWritable();
  let isOpen = true;
  return {
    async change(find) {
      const pieces = await find(await handle.getFile());
      const again = await handle.createWritable({ keepExistingData: true });
      for (const { data, position } of pieces) await again.write({ type: 'write', data, position });
      await again.close();
    },
    write: (data, position) => stream.write({ type: 'write', data, position }),
    async keep() {
      await stream.close();
      isOpen = false;
    },
    async discard() {
      if (isOpen) await stream.abort().catch(() => {});
      isOpen = false;
    },
  };
}

/** Without a copy that the browser would keep until the end, and in browsers, too, that have no streams into files. */
async function openInStore(handle: FileSystemFileHandle): Promise<OpenPlace> {
  const access = await (handle as StoredHandle).createSyncAccessHandle();
  let isOpen = true;
  const close = () => {
    if (isOpen) access.close();
    isOpen = false;
  };
  return {
    async change(find) {
      const pieces = await find(await handle.getFile());
      const again = await (handle as StoredHandle).createSyncAccessHandle();
      for (const { data, position } of pieces) again.write(data, { at: position });
      again.close();
    },
    async write(data, position) {
      const written = access.write(data, { at: position });
      if (written !== data.length) throw new DOMException('Only a part was written.', 'QuotaExceededError');
    },
    async keep() {
      access.flush();
      close();
    },
    async discard() {
      close();
    },
  };
}

async function openInMemory(mimeType: string): Promise<OpenPlace> {
  const file = new MemoryFile();
  return {
    async change(find) {
      for (const { data, position } of await find(file.readWhole(mimeType))) await file.write(data, position);
    },
    write: (data, position) => file.write(data, position),
    keep: () => file.keep(),
    discard: () => file.discard(),
    readMade: () => file.readWhole(mimeType),
  };
}
