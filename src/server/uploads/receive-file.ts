import type { Hash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { addAbortSignal, type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from '../http/app-types.ts';
import { tooLarge } from './upload-limits.ts';

/** A file of a form, on disk or, if it is small and read as a whole, in memory. */
export interface ReceivedFile {
  readonly bytes: number;
  /** A random name in the temporary folder; undefined for a file in memory. */
  readonly path: string | undefined;
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

interface FileToReceive {
  readonly request: Request;
  /** Creates the path, only if it does not stay in memory. The caller deletes the file, also after a failure. */
  readonly makePath: () => string;
  readonly maxBytes: number;
  /** What the error names, if the file is one of several with a limit together. */
  readonly limitBytes?: number | undefined;
  readonly freeBytes: number;
  readonly writeBufferBytes: number;
  readonly hash: Hash | undefined;
}

/**
 * Receives one file. Small files stay in memory, because a temporary file costs a millisecond of processor time, as much as all other work
 * on an image.
 * @throws CodedError `too_large`, and errors of the body
 */
export async function receiveFile(content: Readable, file: FileToReceive): Promise<ReceivedFile> {
  const { bodyWatch, work } = file.request;
  bodyWatch.failure.catch((error: Error) => content.destroy(error));
  addAbortSignal(work, content);
  const pieces = limit(content, file);
  const start = await takeStart(pieces, file.freeBytes);
  if (start.isWhole) return inMemory(Buffer.concat(start.pieces));
  const path = file.makePath();
  let bytes = 0;
  async function* all() {
    for (const piece of start.pieces) yield piece;
    yield* pieces;
  }
  async function* count(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      // Written chunks have length 0 afterwards.
      const { length } = chunk;
      bytes += length;
      yield chunk;
      bodyWatch.moveOut(length);
    }
  }
  // Opened first, so that no file can appear after its deletion.
  const written = await openForPieces(path, file.writeBufferBytes);
  // The stream is closed after success and failure.
  await pipeline(all, count, written, { signal: work });
  return { bytes, path, read: async () => new Uint8Array(await readFile(path)) };
}

async function* limit(
  content: Readable,
  { maxBytes, limitBytes = maxBytes, hash }: FileToReceive,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(limitBytes);
    hash?.update(chunk);
    yield chunk;
  }
}

async function takeStart(
  pieces: AsyncGenerator<Buffer>,
  freeBytes: number,
): Promise<{ readonly pieces: Buffer[]; readonly isWhole: boolean }> {
  const taken: Buffer[] = [];
  let bytes = 0;
  while (bytes <= freeBytes) {
    const { done, value } = await pieces.next();
    if (done) return { pieces: taken, isWhole: freeBytes > 0 };
    taken.push(value);
    bytes += value.length;
  }
  return { pieces: taken, isWhole: false };
}

function inMemory(content: Uint8Array<ArrayBuffer>): ReceivedFile {
  return { bytes: content.length, path: undefined, read: async () => content };
}

/**
 * Opens a new private file as a stream that releases the memory of chunks once written.
 *
 * With Node's own stream, V8 frees them only at the next garbage collection: by then 150 MB of written chunks were in memory.
 * @param waitingBytes how much may wait for the disk; written as one piece
 * @throws errors of opening; later errors of the disk are the stream's, and the file is closed in any case
 */
export async function openForPieces(path: string, waitingBytes: number): Promise<Writable> {
  const file = await open(path, 'wx', 0o600);
  const writeAll = async (pieces: readonly Buffer[]) => {
    await writeWhole(file, pieces);
    for (const piece of pieces) release(piece);
  };
  return new Writable({
    highWaterMark: waitingBytes,
    decodeStrings: true,
    write: (piece: Buffer, _, done) => settle(writeAll([piece]), done),
    writev: (waiting, done) => settle(writeAll(waiting.map(({ chunk }) => chunk as Buffer)), done),
    destroy: (error, done) => settle(file.close(), failure => done(error ?? failure)),
  });
}

/** Continues after partial writes. */
export async function writeWhole(
  file: Pick<FileHandle, 'write' | 'writev'>,
  pieces: readonly Buffer[],
): Promise<void> {
  const { bytesWritten } = await file.writev(pieces);
  let before = bytesWritten;
  for (const piece of pieces) {
    const written = Math.min(before, piece.length);
    before -= written;
    for (let at = written; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten;
  }
}

/** Releases a chunk's memory if nothing shares it. */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function settle(work: Promise<void>, done: (error?: Error | null) => void): void {
  work.then(
    () => done(),
    (error: Error) => done(error),
  );
}
