import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './explain-folder.ts';

/** Mode bits for group and others. */
const anyOfOthers = 0o077;
const readOrWriteOfOthers = 0o066;

/**
 * Makes a folder private to this user and root. If others could not read or write anything in it, it is closed;
 * otherwise an operator must check what they may have read or changed.
 * @throws {StartError} when others can read or write in it, before anything is changed
 */
export async function makePrivate(folder: string): Promise<void> {
  // Windows has no such modes; Node returns made-up ones.
  if (process.platform === 'win32') return;
  const trouble = await findOpenFolder(folder);
  if (trouble) throw trouble;
  // Fails on some network drives and for folders of other users.
  await chmod(folder, 0o700).catch(() => {});
  if (((await stat(folder)).mode & anyOfOthers) !== 0) throw explain(folder, folder);
}

/** The error that {@link makePrivate} would throw, if any. Changes nothing. */
export async function findOpenFolder(folder: string): Promise<StartError | undefined> {
  const { mode } = await stat(folder);
  if (process.platform === 'win32' || (mode & anyOfOthers) === 0) return undefined;
  const found = await findOpenToOthers(folder);
  return found === undefined ? undefined : explain(folder, found);
}

/** Does not follow links: their targets are not inside the folder. */
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

/** Removes the permissions of others from a folder and its content. */
export async function removeOtherAccess(folder: string): Promise<void> {
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

function explain(folder: string, found: string): StartError {
  const quoted = `'${folder.replaceAll("'", "'\\''")}'`;
  return new StartError(
    `Other users of this machine can read or write ${found}. Remove their access: chmod -R go= ${quoted}`,
  );
}
