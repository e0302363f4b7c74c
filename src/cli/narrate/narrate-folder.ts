import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toCancelledError } from '#shared/cancellation.ts';
import { badRequest } from './bad-request.ts';
import { openStamp } from './folder-stamp.ts';
import { type ListedVideo, listVideos } from './list-videos.ts';
import { narrate } from './narrate-file.ts';
import type { Parts } from './open-parts.ts';
import type { NarrateFolder } from './options.ts';
import { reportStatus, withStatusPrefix } from './report-status.ts';
import { isSame, listPlaces, requirePlaces } from './require-places.ts';
import { makeFolder } from './write-whole-file.ts';

interface Result {
  readonly fileName: string;
  readonly state: 'done' | 'skipped' | 'failed';
  /** The reason of the failure, for the person. */
  readonly note: string;
}

/**
 * Narrates the videos of a folder, several at a time. Skips finished ones and continues after failures. Reports the result of each at the
 * end.
 * @returns whether all succeeded
 * @throws CodedError `bad_request` if nothing can be started; `client_closed` when the signal fires
 */
export async function narrateFolder(folder: NarrateFolder, parts: Parts): Promise<boolean> {
  const videos = await listVideos(folder.folderPath);
  if (existsSync(folder.outFolder) && (await isSame(folder.folderPath, folder.outFolder)))
    throw badRequest('--out-folder must not be the folder of the videos.');
  await requireFolderPlaces(videos, folder);
  await makeFolder(folder.outFolder);
  const waiting = [...videos];
  const results = new Map<ListedVideo, Result>();
  const processAll = async () => {
    for (let video = waiting.shift(); video && !parts.signal.aborted; video = waiting.shift())
      results.set(video, await narrateOne(video, folder, parts));
  };
  await Promise.all(Array.from({ length: folder.jobs }, processAll));
  if (parts.signal.aborted) throw toCancelledError(parts.signal);
  const inOrder = videos.flatMap(video => results.get(video) ?? []);
  reportSummary(inOrder);
  return inOrder.every(({ state }) => state !== 'failed');
}

/** Through links, the results of one video may overwrite another video. */
async function requireFolderPlaces(videos: readonly ListedVideo[], folder: NarrateFolder): Promise<void> {
  const places = videos.map(({ fileName, name }) =>
    listPlaces(folder.planOne(join(folder.folderPath, fileName), name)),
  );
  await requirePlaces(
    places.flatMap(({ read }) => read),
    places.flatMap(({ written, video }) => (video ? [...written, video] : written)),
    [folder.outFolder],
  );
}

function narrateOne({ fileName, name }: ListedVideo, folder: NarrateFolder, parts: Parts): Promise<Result> {
  return withStatusPrefix(fileName, async () => {
    try {
      const options = folder.planOne(join(folder.folderPath, fileName), name);
      const stampPath = join(folder.outFolder, `${name}.stamp.json`);
      const stamp = await openStamp(stampPath, options, parts.signal);
      if (await stamp.isDone()) return { fileName, state: 'skipped', note: 'already done' };
      await stamp.remove();
      await stamp.write(await narrate(options, parts));
      return { fileName, state: 'done', note: '' };
    } catch (error) {
      const note = error instanceof Error ? error.message : String(error);
      if (!parts.signal.aborted) reportStatus(note);
      return { fileName, state: 'failed', note };
    }
  });
}

function reportSummary(results: readonly Result[]): void {
  reportStatus('');
  const width = Math.max(...results.map(({ fileName }) => fileName.length));
  for (const { state, fileName, note } of results)
    reportStatus(`${state.padEnd('skipped'.length)}  ${fileName.padEnd(width)}  ${note}`.trimEnd());
  const count = (wanted: Result['state']) => results.filter(({ state }) => state === wanted).length;
  reportStatus(`${count('done')} done, ${count('skipped')} skipped, ${count('failed')} failed`);
}
