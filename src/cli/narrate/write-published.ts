import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { streamZip } from '#media/mix/editors-files.ts';
import { listPublishedFiles, type PublishedNarration } from '#media/mix/publish-files.ts';
import type { SpokenNarration } from './write-deliveries.ts';
import { writeWholeFile } from './write-whole-file.ts';

/** Whether it is published as one file, not as a folder. */
export function isPublishedZip(path: string): boolean {
  return extname(path).toLowerCase() === '.zip';
}

/**
 * Writes the page that is published with a video, as a folder, which is made if needed, or as a zip.
 * @throws CodedError as `writeWholeFile`
 */
export async function writePublished(
  path: string,
  videoPath: string,
  narration: PublishedNarration,
  { readLines }: SpokenNarration,
  signal: AbortSignal,
): Promise<void> {
  const files = listPublishedFiles(narration, readLines(), createReadStream(videoPath));
  if (isPublishedZip(path)) {
    await writeWholeFile(path, streamZip(files), signal);
    return;
  }
  await mkdir(path, { recursive: true });
  for await (const { name, input } of files) await writeWholeFile(join(path, name), input, signal);
}
