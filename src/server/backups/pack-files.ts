import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const blockBytes = 512;
const pieceBytes = 256 * 1024;

export const endOfArchive = Buffer.alloc(2 * blockBytes);

/** A folder's entry in a tar archive. */
export function packFolder(name: string): Buffer {
  return makeHeader(`${name}/`, 0);
}

/** A tar entry with this content. */
export function packContent(name: string, content: Uint8Array): Buffer {
  return Buffer.concat([makeHeader(name, content.length), content, makePadding(content.length)]);
}

/**
 * A tar entry of a file that may change during the copy: has its initial size; what is added later is left out,
 * what is cut off is filled with zeros.
 */
export async function* packFile(folder: string, name: string): AsyncGenerator<Buffer> {
  await using file = await open(join(folder, name));
  const { size } = await file.stat();
  yield makeHeader(name, size);
  for (let position = 0; position < size; ) {
    const piece = Buffer.alloc(Math.min(pieceBytes, size - position));
    const { bytesRead } = await file.read(piece, 0, piece.length, position);
    yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead);
    position += bytesRead || piece.length;
  }
  yield makePadding(size);
}

function makePadding(size: number): Buffer {
  return Buffer.alloc(-size & (blockBytes - 1));
}

/** A header of the POSIX `ustar` format; for names of up to 100 bytes and files of up to 8 GiB, more than Postgres has. */
function makeHeader(name: string, size: number): Buffer {
  const isFolder = name.endsWith('/');
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100);
  header.write(isFolder ? '0000700' : '0000600', 100);
  header.write('0000000', 108);
  header.write('0000000', 116);
  header.write(size.toString(8).padStart(11, '0'), 124);
  header.write(Math.floor(Date.now() / 1000).toString(8), 136);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\u000000', 257);
  // The checksum treats its own field as blanks.
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return header;
}

/** Folders copied empty, as Postgres recreates their content. The write-ahead log is copied at the end. */
const emptyFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

/** Files of the running process and of earlier restores, and those that the server's thread must read. */
const excludedFiles =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|backup_label(?:\.old)?|pg_control|pgsql_tmp.*)$/u;

/**
 * The database files for a copy, chosen as by `pg_basebackup`, folders before their content.
 * @param leftOut paths of tables and indexes, without suffixes of further parts (`_fsm`, `_vm`, `.1`)
 */
export async function* listDatabaseFiles(
  folder: string,
  leftOut: ReadonlySet<string>,
  under = '',
): AsyncGenerator<{ readonly path: string; readonly isFolder: boolean }> {
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    const path = under + entry.name;
    if (entry.isDirectory()) {
      yield { path, isFolder: true };
      if (!emptyFolders.has(path)) yield* listDatabaseFiles(folder, leftOut, `${path}/`);
    } else if (entry.isFile() && !excludedFiles.test(entry.name) && !leftOut.has(removeEnding(path)))
      yield { path, isFolder: false };
  }
}

function removeEnding(path: string): string {
  return path.replace(/(?:_[a-z]+)?(?:\.\d+)?$/u, '');
}
