import { constants } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CodedError } from '#shared/errors.ts';

/**
 * Writes a file that is there whole or not at all: a failure half way leaves what stood at its place before.
 * @returns the bytes written
 * @throws CodedError `bad_request` when the place cannot be written to, `storage_full` when its disk is full; what the
 *   content throws
 */
export async function writeWholeFile(
  path: string,
  content: string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> {
  const partPath = `${path}.${process.pid}.part`;
  const file = await open(partPath, 'w').catch(cause => {
    throw new CodedError('bad_request', { message: `${path} cannot be written.`, cause });
  });
  try {
    const chunks = typeof content === 'string' ? [Buffer.from(content)] : content;
    let bytes = 0;
    for await (const chunk of chunks) {
      await file.write(chunk).catch(cause => {
        throw new CodedError('storage_full', { message: `${path} cannot be written to its end.`, cause });
      });
      bytes += chunk.byteLength;
    }
    await file.close();
    await rename(partPath, path);
    return bytes;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partPath, { force: true });
    throw error;
  }
}

/**
 * Makes sure that a file can be written, before work is done for it.
 * @throws CodedError `bad_request` when its folder is not there, or may not be written to
 */
export async function requireFolder(path: string): Promise<void> {
  const folder = dirname(path);
  await access(folder, constants.W_OK | constants.X_OK).catch(cause => {
    throw new CodedError('bad_request', {
      message: `${path} cannot be written: ${folder} is not there, or may not be written to.`,
      cause,
    });
  });
}
