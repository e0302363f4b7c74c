import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { explainFolder, findFolderTrouble, findWriteTrouble } from '#server/data-folder/explain-folder.ts';
import { findOpenFolder } from '#server/data-folder/open-data-folder.ts';
import { describeByteLimit } from '#server/uploads/upload-limits.ts';
import type { Found, Remark } from './found.ts';

type DiskConfig = Pick<Config, 'dataDir' | 'maxVideoBytes' | 'role'>;

/** The disk must have space for this many of the largest videos. */
const videosAtOnce = 2;
/** For the embedded database, its log, its backups and mails. */
const dataBytes = 500_000_000;

/**
 * Checks that the disk has space for uploads and the database, and is writable.
 * @param isInUse whether a server is running there, whose files change
 */
export async function checkDisk(config: DiskConfig, isInUse: boolean): Promise<Found> {
  const { dataDir } = config;
  const there = findExisting(dataDir);
  const { bavail, bsize } = statfsSync(there);
  const uploads = join(dataDir, 'tmp');
  const isElsewhere = existsSync(uploads) && statSync(uploads).dev !== statSync(there).dev;
  return {
    about: `${describeByteLimit(bavail * bsize)} free for DATA_DIR (${dataDir}).`,
    remarks: [
      there === dataDir ? await tryFolder(dataDir, isInUse) : tryParent(there, dataDir),
      ...judgeOwner(there),
      ...judgeSpace(isElsewhere ? uploads : there, config),
      ...tryTemporary(),
    ],
  };
}

function findExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path));
}

async function tryFolder(folder: string, isInUse: boolean): Promise<Remark> {
  const trouble = isInUse ? findWriteTrouble(folder) : findFolderTrouble(folder);
  if (trouble) return { kind: 'failed', sentence: explainFolder(trouble.path, trouble.error) };
  const open = await findOpenFolder(folder);
  if (open) return { kind: 'failed', sentence: open.message };
  return { kind: 'ok', sentence: 'Writable.' };
}

/** Creates nothing if the folder does not exist yet. */
function tryParent(parent: string, folder: string): Remark {
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    if (statSync(parent).isDirectory())
      return { kind: 'ok', sentence: 'It does not exist yet. The first start creates it.' };
    return {
      kind: 'failed',
      sentence: explainFolder(folder, Object.assign(new Error(), { code: 'ENOTDIR' })),
    };
  } catch (error) {
    return { kind: 'failed', sentence: explainFolder(folder, error) };
  }
}

function judgeOwner(folder: string): Remark[] {
  const user = process.getuid?.();
  const { uid } = statSync(folder);
  if (user === undefined || uid === user || folder === '/') return [];
  const sentence = `It belongs to user ${uid}, but the doctor runs as user ${user}, whose permissions may differ. Run the doctor as the server's user.`;
  return [{ kind: 'warning', sentence }];
}

function judgeSpace(folder: string, { maxVideoBytes, role }: DiskConfig): Remark[] {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const wanted = dataBytes + (role === 'worker' ? 0 : videosAtOnce * maxVideoBytes);
  if (free >= wanted) return [];
  const sentence =
    role === 'worker'
      ? `Mails and the database may need ${describeByteLimit(wanted)}. Free some space, or set DATA_DIR to a larger disk.`
      : `${describeByteLimit(free)} free, but two of the largest videos (MAX_VIDEO_BYTES) and the database need ${describeByteLimit(wanted)}, so uploads may be refused. Free some space, set DATA_DIR to a larger disk, or lower MAX_VIDEO_BYTES.`;
  return [{ kind: 'warning', sentence }];
}

/** Uploads are in DATA_DIR; the temporary folder holds the command line's copies. */
function tryTemporary(): Remark[] {
  const folder = tmpdir();
  const trouble = findWriteTrouble(folder);
  if (!trouble) return [];
  const sentence = `The folder for temporary files, ${folder}, is not writable. The server does not need it, but npm run narrate does. Free some space there, or set TMPDIR to another folder.`;
  return [{ kind: 'warning', sentence }];
}
