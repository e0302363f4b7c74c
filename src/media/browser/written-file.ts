import type { FilePiece, VideoFile } from '../container/video-file.ts';

/** Where a file is written. */
export type WritingPlace =
  /** `disk`: where the person wants it; `browser`: in the browser's own storage, from where it is downloaded. */
  | { readonly kind: 'disk' | 'browser'; readonly handle: FileSystemFileHandle }
  /** Where the browser has no store. */
  | { readonly kind: 'memory'; readonly mimeType: string };

export interface WrittenFile extends VideoFile {
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

export async function openWritten(place: WritingPlace): Promise<WrittenFile> {
  if (place.kind === 'memory') return new MemoryFile(place.mimeType);
  return place.kind === 'disk' ? openOnDisk(place.handle) : openInStore(place.handle as StoredHandle);
}

/** What is written is in the file only once it is closed; until then the file is as it was before. */
async function openOnDisk(handle: FileSystemFileHandle): Promise<WrittenFile> {
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
async function openInStore(handle: StoredHandle): Promise<WrittenFile> {
  const access = await handle.createSyncAccessHandle();
  let isOpen = true;
  const close = () => {
    if (isOpen) access.close();
    isOpen = false;
  };
  return {
    async change(find) {
      const pieces = await find(await handle.getFile());
      const again = await handle.createSyncAccessHandle();
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
    discard: async () => close(),
  };
}

const pageBytes = 1024 * 1024;

/**
 * A file in memory that is written in any order, in pages: growing one piece would need twice the memory at times. It is gone with the
 * worker that wrote it.
 */
export class MemoryFile implements WrittenFile {
  readonly #mimeType: string;
  readonly #pages: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

  constructor(mimeType = '') {
    this.#mimeType = mimeType;
  }

  async write(data: Uint8Array<ArrayBuffer>, position: number): Promise<void> {
    this.#size = Math.max(this.#size, position + data.length);
    for (let written = 0; written < data.length; ) {
      const at = position + written;
      const from = at % pageBytes;
      const piece = data.subarray(written, written + pageBytes - from);
      this.#takePage(Math.floor(at / pageBytes)).set(piece, from);
      written += piece.length;
    }
  }

  async change(find: (whole: Blob) => Promise<readonly FilePiece[]>): Promise<void> {
    for (const { data, position } of await find(this.readMade())) await this.write(data, position);
  }

  async keep(): Promise<void> {}

  async discard(): Promise<void> {}

  readMade(): Blob {
    const pages = Array.from({ length: Math.ceil(this.#size / pageBytes) }, (_, at) => this.#takePage(at));
    return new Blob(pages, { type: this.#mimeType }).slice(0, this.#size, this.#mimeType);
  }

  #takePage(index: number): Uint8Array<ArrayBuffer> {
    this.#pages[index] ??= new Uint8Array(pageBytes);
    return this.#pages[index];
  }
}
