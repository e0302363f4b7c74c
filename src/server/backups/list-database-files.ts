import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface DatabaseFile {
  /** Relative to the database's folder. */
  readonly path: string;
  readonly isFolder: boolean;
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
): AsyncGenerator<DatabaseFile> {
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
