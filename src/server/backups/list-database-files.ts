import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface DatabaseFile {
  /** From the database's folder on. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** Folders of which only the name is needed: Postgres fills them anew. The write-ahead log is read at the end. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

/** What belongs to the running process, what an earlier restore left, and what must be read by the server's own thread. */
const ownFiles =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|backup_label(?:\.old)?|pg_control|pgsql_tmp.*)$/u;

/**
 * The files of a Postgres database that belong into a copy, as `pg_basebackup` chooses them, folders before what is in
 * them.
 * @param leftOut paths of tables and indexes, without the endings of their further parts (`_fsm`, `_vm`, `.1`)
 */
export async function* listDatabaseFiles(
  folder: string,
  leftOut: ReadonlySet<string>,
  under = '',
): AsyncGenerator<DatabaseFile> {
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    const path = under + entry.name;
    if (entry.isDirectory()) {
      yield { path, isFolder: true };
      if (!emptied.has(path)) yield* listDatabaseFiles(folder, leftOut, `${path}/`);
    } else if (entry.isFile() && !ownFiles.test(entry.name) && !leftOut.has(removeEnding(path)))
      yield { path, isFolder: false };
  }
}

function removeEnding(path: string): string {
  return path.replace(/(?:_[a-z]+)?(?:\.\d+)?$/u, '');
}
