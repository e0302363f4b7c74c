import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Others can read or write in the folder. The message has the command that mends it. */
export class FolderOpenToOthersError extends Error {
  override name = 'FolderOpenToOthersError';
}

/** Bits of a mode for the group and for everybody. */
const anyOfOthers = 0o077;
const readOrWriteOfOthers = 0o066;

/**
 * Sees to it that nobody but this user and root gets into a folder. One in which nothing can be read or written by
 * others is closed; what they may have read or changed already is for a person to look at.
 * @throws {FolderOpenToOthersError} when others can read or write in it, before anything is changed
 */
export async function keepOthersOut(folder: string): Promise<void> {
  // Windows has no such modes; Node makes them up there.
  if (process.platform === 'win32') return;
  const trouble = await findOpenFolder(folder);
  if (trouble) throw trouble;
  // On some network drives, and where it belongs to somebody else.
  await chmod(folder, 0o700).catch(() => {});
  if (((await stat(folder)).mode & anyOfOthers) !== 0) throw explain(folder, folder);
}

/** What {@link keepOthersOut} would refuse a folder for; undefined when it would not. Changes nothing. */
export async function findOpenFolder(folder: string): Promise<FolderOpenToOthersError | undefined> {
  const { mode } = await stat(folder);
  if (process.platform === 'win32' || (mode & anyOfOthers) === 0) return undefined;
  const found = await findOpenToOthers(folder);
  return found === undefined ? undefined : explain(folder, found);
}

/** Links are not followed: what they point to is not inside. */
async function findOpenToOthers(folder: string): Promise<string | undefined> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isSymbolicLink()) continue;
    if ((found.mode & readOrWriteOfOthers) !== 0) return path;
    if (!found.isDirectory() || (found.mode & anyOfOthers) === 0) continue;
    const deeper = await findOpenToOthers(path);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** Takes from others what they may do with a folder of ours and all that is in it. */
export async function closeToOthers(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(entry => !entry.isSymbolicLink())
    .map(entry => join(entry.parentPath, entry.name));
  await Promise.all([folder, ...paths].map(closeOne));
}

async function closeOne(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & anyOfOthers) !== 0) await chmod(path, mode & ~anyOfOthers);
}

function explain(folder: string, found: string): FolderOpenToOthersError {
  const quoted = `'${folder.replaceAll("'", "'\\''")}'`;
  return new FolderOpenToOthersError(
    `Other users of this machine can read or write ${found}. Remove their access: chmod -R go= ${quoted}`,
  );
}
