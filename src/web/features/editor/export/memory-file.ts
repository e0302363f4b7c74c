import type { VideoFile } from '#media/container/video-file.ts';

const pageBytes = 1024 * 1024;

/** A file in memory that is written in any order, in pages: growing one piece would need twice the memory at times. */
export class MemoryFile implements VideoFile {
  readonly #pages: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

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

  async keep(): Promise<void> {}

  /** It is gone with the worker that wrote it. */
  async discard(): Promise<void> {}

  readWhole(mimeType: string): Blob {
    const pages = Array.from({ length: Math.ceil(this.#size / pageBytes) }, (_, at) => this.#takePage(at));
    return new Blob(pages, { type: mimeType }).slice(0, this.#size, mimeType);
  }

  #takePage(index: number): Uint8Array<ArrayBuffer> {
    this.#pages[index] ??= new Uint8Array(pageBytes);
    return this.#pages[index];
  }
}
