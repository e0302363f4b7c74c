import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';

/**
 * Opens a new file that only the server's user may read, and takes the pieces that are written to it: they are gone when this is done with them.
 *
 * Node's own stream leaves them to V8, which collects when its own objects have filled their room: by then 150 MB of pieces that were
 * written long ago stood in memory.
 * @param waitingBytes as much may wait for the disk; all of it is then written at once
 * @throws what opening throws; the stream fails with what the disk says, and closes the file in any case
 */
export async function openForPieces(path: string, waitingBytes: number): Promise<Writable> {
  const file = await open(path, 'wx', 0o600);
  const writeAll = async (pieces: readonly Buffer[]) => {
    await writeWhole(file, pieces);
    for (const piece of pieces) giveBack(piece);
  };
  return new Writable({
    highWaterMark: waitingBytes,
    decodeStrings: true,
    write: (piece: Buffer, _, done) => settle(writeAll([piece]), done),
    writev: (waiting, done) => settle(writeAll(waiting.map(({ chunk }) => chunk as Buffer)), done),
    destroy: (error, done) => settle(file.close(), failure => done(error ?? failure)),
  });
}

/** A disk may take less than it was given. */
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

/** Only where nothing else shares its memory. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function settle(work: Promise<void>, done: (error?: Error | null) => void): void {
  work.then(
    () => done(),
    (error: Error) => done(error),
  );
}
