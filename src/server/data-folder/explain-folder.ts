import { accessSync, appendFileSync, constants, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const pieceBytes = 16 * 1024 * 1024;

/** Slightly more than a new database. */
const newDatabasePieces = 4;

/** What keeps the server or a command from starting. The message says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

interface FolderTrouble {
  readonly path: string;
  readonly error: unknown;
}

export function findFolderTrouble(folder: string): FolderTrouble | undefined {
  return findWriteTrouble(folder) ?? findLockedAway(folder);
}

/** Does not disturb processes that use the folder. */
export function findWriteTrouble(folder: string): FolderTrouble | undefined {
  return tryTo(folder, path => writeToIt(path));
}

/**
 * Checks for space for a new database: on a full disk the embedded Postgres crashes or hangs.
 * @throws the system's error
 */
export function requireSpaceForDatabase(folder: string): void {
  writeToIt(folder, newDatabasePieces);
}

function writeToIt(folder: string, pieces = 1): void {
  const probe = join(folder, `probe-${process.pid}`);
  const piece = Buffer.alloc(pieceBytes);
  try {
    for (let count = 0; count < pieces; count += 1) appendFileSync(probe, piece);
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Such as files of a start as another user. */
function findLockedAway(folder: string): FolderTrouble | undefined {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const trouble = tryTo(path, path => accessSync(path, constants.R_OK | constants.W_OK));
    const deeper = trouble ?? (entry.isDirectory() ? findLockedAway(path) : undefined);
    if (deeper) return deeper;
  }
  return undefined;
}

function tryTo(path: string, act: (path: string) => void): FolderTrouble | undefined {
  try {
    act(path);
    return undefined;
  } catch (error) {
    return { path, error };
  }
}

export function explainFolder(path: string, error: unknown): string {
  const code = findFileCode(path, error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return `There is no disk space left for ${path}. Free some, or set DATA_DIR to a folder on another disk.`;
    case 'EROFS':
      return `${path} is read-only. Mount its disk as writable, or set DATA_DIR to another folder.`;
    case 'EACCES':
    case 'EPERM':
      return `This user cannot read and write ${path}. Change its owner with chown -R, or set DATA_DIR to another folder.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${path} is not a folder. Set DATA_DIR to a folder, or to a path where one can be created.`;
    default:
      return `${path} cannot be used (${code ?? 'for an unknown reason'}). Set DATA_DIR to another folder.`;
  }
}

/** The lock's errors lack the system's code, so this tries again. */
function findFileCode(path: string, error: unknown): string | undefined {
  const code = findErrorCode(error);
  if (code?.startsWith('E') && !code.startsWith('ERR_')) return code;
  const trouble = existsSync(path) ? tryTo(path, path => writeToIt(path)) : undefined;
  return findErrorCode(trouble?.error) ?? code;
}

const deepestCause = 6;

/** The first code in a chain of causes, such as `ENOSPC` or `28P01`. */
export function findErrorCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > deepestCause) return undefined;
  return 'code' in error && typeof error.code === 'string'
    ? error.code
    : findErrorCode(error.cause, depth + 1);
}
