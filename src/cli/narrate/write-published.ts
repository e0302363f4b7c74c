import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { streamZip } from '#media/mix/editors-files.ts';
import { listPublishedFiles, type PublishedNarration } from '#media/mix/publish-files.ts';
import { badRequest } from './bad-request.ts';
import type { SpokenNarration } from './write-deliveries.ts';
import { writeWholeFile } from './write-whole-file.ts';

/** The file to open of what is published: the page in a folder, or a zip. */
export function findPage(path: string): string {
  return isZip(path) ? path : join(path, 'index.html');
}

/**
 * Makes the folder in which a page is published, unless it is a zip.
 * @throws CodedError `bad_request` if it cannot be made
 */
export async function makePublishedFolder(path: string | undefined): Promise<void> {
  if (path === undefined || isZip(path)) return;
  await mkdir(path, { recursive: true }).catch(cause => {
    throw badRequest(`--publish: the folder ${path} cannot be made: ${cause.code}.`, cause);
  });
}

/**
 * Publishes a video with its narration, in a folder that is there or as a zip.
 * @throws CodedError as `writeWholeFile`
 */
export async function writePublished(
  path: string,
  videoPath: string,
  narration: PublishedNarration,
  { readLines }: Pick<SpokenNarration, 'readLines'>,
  signal: AbortSignal,
): Promise<void> {
  const files = listPublishedFiles(narration, readLines(), createReadStream(videoPath));
  if (isZip(path)) await writeWholeFile(path, streamZip(files), signal);
  else for await (const { name, input } of files) await writeWholeFile(join(path, name), input, signal);
}

function isZip(path: string): boolean {
  return extname(path).toLowerCase() === '.zip';
}
