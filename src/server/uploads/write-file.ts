import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';

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
