import type { Hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from '../http/app-types.ts';
import { tooLarge } from './refuse-early.ts';
import { openForPieces } from './write-file.ts';

/** A file of a form, on disk or, where it is small and will be read whole, in memory. */
export interface ReceivedFile {
  readonly bytes: number;
  /** In the folder of temporary files, under a name of our own; undefined in memory. */
  readonly path: string | undefined;
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

interface FileToReceive {
  readonly request: Request;
  /** Where it goes, asked only for what does not stay in memory. The caller deletes it, also after a failure. */
  readonly makePath: () => string;
  readonly maxBytes: number;
  /** As much of it may stay in memory. */
  readonly freeBytes: number;
  /** As much of the rest may wait in memory for the disk. */
  readonly writeBufferBytes: number;
  readonly hash: Hash | undefined;
}

/**
 * Takes one file. A temporary file costs a millisecond of the processor, as much as all else that is done with a picture, so that what finds
 * room in memory has none.
 * @throws CodedError `too_large`, and what the body fails with
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
      // What is written has no length any more.
      const { length } = chunk;
      bytes += length;
      yield chunk;
      bodyWatch.moveOut(length);
    }
  }
  // Opened first, so that nothing can appear on disk after the file was deleted.
  const written = await openForPieces(path, file.writeBufferBytes);
  // Closed by the stream, after success and after failure.
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

/** Takes pieces until there is no room for more. */
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
