import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openForPieces, writeWhole } from './uploads.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benshi-write-'));
});

afterEach(() => rm(folder, { recursive: true }));

function makePieces(count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => Buffer.alloc(8192, index));
}

test('chunks are written in order to a file that is private to the server’s user', async () => {
  const path = join(folder, 'video');
  await pipeline(Readable.from(makePieces(50)), await openForPieces(path, 65_536));
  expect(Buffer.compare(await readFile(path), Buffer.concat(makePieces(50)))).toBe(0);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('memory of written chunks is released unless it is shared', async () => {
  const [alone, store] = makePieces(2) as [Buffer, Buffer];
  const part = store.subarray(0, 100);
  await pipeline(Readable.from([alone, part]), await openForPieces(join(folder, 'video'), 65_536));
  expect(alone).toHaveLength(0);
  expect(store).toHaveLength(8192);
});

test('an existing file is not overwritten', async () => {
  const path = join(folder, 'video');
  await writeFile(path, 'kept');
  await expect(openForPieces(path, 1)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(path, 'utf8')).toBe('kept');
});

test('an interrupted source closes the file', async () => {
  async function* breakOff() {
    yield* makePieces(3);
    throw new Error('gone');
  }
  const written = await openForPieces(join(folder, 'video'), 65_536);
  await expect(pipeline(breakOff, written)).rejects.toThrow('gone');
  await vi.waitFor(() => expect(written.closed).toBe(true));
});

test('a partial write is continued', async () => {
  const taken: Buffer[] = [];
  const take = (pieces: readonly Uint8Array[], most: number) => {
    const bytes = Buffer.concat(pieces).subarray(0, most);
    taken.push(bytes);
    return Promise.resolve({ bytesWritten: bytes.length });
  };
  const slowDisk = {
    writev: (pieces: readonly Uint8Array[]) => take(pieces, 10_000),
    write: (piece: Uint8Array, at: number) => take([piece.subarray(at)], 5000),
  };
  await writeWhole(slowDisk as unknown as Parameters<typeof writeWhole>[0], makePieces(4));
  expect(Buffer.compare(Buffer.concat(taken), Buffer.concat(makePieces(4)))).toBe(0);
});
