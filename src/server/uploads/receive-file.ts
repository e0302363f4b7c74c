import type { Hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from '../http/app-types.ts';
import { tooLarge } from './refuse-early.ts';
import { openForPieces } from './write-file.ts';

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
  /** How many bytes may stay in memory. */
  readonly freeBytes: number;
  /** How many bytes may wait in memory for the disk. */
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

async function* limit(content: Readable, { maxBytes, hash }: FileToReceive): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    hash?.update(chunk);
    yield chunk;
  }
}

/** Reads chunks up to the memory limit. */
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
