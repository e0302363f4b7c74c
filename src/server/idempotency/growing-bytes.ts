import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const pieceBytes = 64 * 1024;

/**
 * Bytes that one writes while several read them, each from the beginning and at a pace of their own. They are in a file
 * without a name: nobody else can open it, and when the process is gone so is the file.
 */
export class GrowingBytes {
  readonly #file: FileHandle;
  readonly #mostAhead: number;
  #bytes = 0;
  /** As far as the fastest reader is. */
  #readBytes = 0;
  #isWhole = false;
  #failure: { readonly error: unknown } | undefined;
  #change = Promise.withResolvers<void>();

  private constructor(file: FileHandle, mostAhead: number) {
    this.#file = file;
    this.#mostAhead = mostAhead;
  }

  /** @param mostAhead how many bytes are written before the fastest reader has taken them; others may be behind */
  static async create(folder: string, mostAhead: number): Promise<GrowingBytes> {
    const path = join(folder, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    try {
      await rm(path);
      return new GrowingBytes(file, mostAhead);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get byteLength(): number {
    return this.#bytes;
  }

  /** Writes all of these, and then waits until they are wanted: until the fastest reader is near, or the signal fires. */
  async append(bytes: Uint8Array, hurry: AbortSignal): Promise<void> {
    await this.#file.appendFile(bytes);
    this.#bytes += bytes.byteLength;
    this.#tell();
    while (this.#bytes - this.#readBytes > this.#mostAhead && !hurry.aborted)
      await this.#waitForChange(hurry);
  }

  /** There are no more. Where something failed readers get what came before, and then it. */
  end(failure: { readonly error: unknown } | undefined): void {
    this.#failure = failure;
    this.#isWhole = true;
    this.#tell();
  }

  /** All bytes from the first on, as they come. @throws what they ended with */
  async *read(): AsyncGenerator<Buffer, void> {
    for (let at = 0; ; ) {
      while (at < this.#bytes) {
        const piece = await this.#readPiece(at);
        at += piece.byteLength;
        yield piece;
        if (at > this.#readBytes) this.#readBytes = at;
        this.#tell();
      }
      if (this.#failure) throw this.#failure.error;
      if (this.#isWhole) return;
      await this.#change.promise;
    }
  }

  /** Gives the file back. Whoever still reads gets no more. */
  async close(): Promise<void> {
    await this.#file.close();
  }

  async #readPiece(position: number): Promise<Buffer> {
    const length = Math.min(pieceBytes, this.#bytes - position);
    const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  }

  #tell(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  async #waitForChange(hurry: AbortSignal): Promise<void> {
    const tell = () => this.#tell();
    hurry.addEventListener('abort', tell, { once: true });
    await this.#change.promise;
    hurry.removeEventListener('abort', tell);
  }
}
