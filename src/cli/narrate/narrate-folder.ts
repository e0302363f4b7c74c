import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { toCancelledError } from '#shared/cancellation.ts';
import { narrate } from './narrate-file.ts';
import { keepFingerprint } from './open-document.ts';
import type { Parts } from './open-parts.ts';
import type { NarrateFolder, NarrateVideo } from './options.ts';
import { isSame, listPlaces, requirePlaces } from './places.ts';
import { badRequest, reportStatus, withStatusPrefix } from './report-status.ts';
import { makeFolder, writeWholeFile } from './write-whole-file.ts';

const videoEndings: readonly string[] =
  'mp4 m4v 3gp mov webm mkv ts mts m2ts avi flv wmv asf mpg mpeg vob'.split(' ');

/** File systems allow 255 bytes, including `.descriptions.vtt`. */
const maxNameBytes = 236;

interface ListedVideo {
  readonly fileName: string;
  /** Base name of the results, without ending. */
  readonly name: string;
}

/**
 * The videos in a folder, by their endings; subfolders are left out.
 * @throws CodedError `bad_request` if there is no such folder, or no video in it
 */
async function listVideos(folderPath: string): Promise<ListedVideo[]> {
  const entries = await readdir(folderPath, { withFileTypes: true }).catch(cause => {
    throw badRequest(`There is no folder ${folderPath}.`, cause);
  });
  const names = entries
    .filter(entry => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(entry => entry.name)
    .filter(name => videoEndings.includes(extname(name).slice(1).toLowerCase()));
  if (names.length === 0) throw badRequest(`There is no video in ${folderPath}.`);
  return nameDistinctly(names.sort());
}

/** Leaves space for the longest ending and keeps names distinct with a checksum. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const sum = createHash('sha256').update(name).digest('hex').slice(0, 8);
  let start = name;
  while (Buffer.byteLength(`${start}~${sum}`) > maxNameBytes) start = start.slice(0, -1);
  return `${start.toWellFormed()}~${sum}`;
}

/** The results of `a.mp4` are named `a`; if there is also an `a.mov`, they are named `a.mp4`. */
export function nameDistinctly(fileNames: readonly string[]): ListedVideo[] {
  const toStem = (fileName: string) => fileName.slice(0, -extname(fileName).length);
  // Some file systems ignore case.
  const counts = countEach(fileNames.map(name => toStem(name).toLowerCase()));
  const short = fileNames.map(fileName => {
    const isAlone = counts.get(toStem(fileName).toLowerCase()) === 1;
    return { fileName, name: isAlone ? toStem(fileName) : fileName };
  });
  const isApart = countEach(short.map(({ name }) => name.toLowerCase())).size === fileNames.length;
  const videos = isApart ? short : fileNames.map(fileName => ({ fileName, name: fileName }));
  return videos.map(({ fileName, name }) => ({ fileName, name: shorten(name) }));
}

function countEach(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Whether a stamp file matches video, options and results: then the video is not narrated again. */
async function isDone(stampPath: string, made: unknown): Promise<boolean> {
  const known = await readStamp(stampPath);
  if (known === undefined || JSON.stringify(known.made) !== JSON.stringify(made)) return false;
  const files = known.files.map(name => stat(join(dirname(stampPath), basename(name))));
  return await Promise.all(files).then(
    found => found.every(each => each.isFile()),
    () => false,
  );
}

/** Everything that affects the results, without the locations of the folders. */
async function describeInputs(narrated: NarrateVideo) {
  const { videoPath, deliveries, analysisPath, projectPath, cache: _, ...options } = narrated;
  const { size, mtimeMs } = await stat(videoPath);
  const { video, mix, music, ...files } = deliveries;
  const { picksEnding, sound, hasSubtitles } = video ?? {};
  const paths = { ...files, analysisPath, projectPath };
  const names = Object.entries(paths).flatMap(([name, path]) => (path ? [[name, basename(path)]] : []));
  return {
    source: { name: basename(videoPath), size, mtimeMs },
    options,
    files: Object.fromEntries(names),
    // In this order: stamps are compared as they are written.
    video: video ? { path: basename(video.path), picksEnding, sound, mix, hasSubtitles } : null,
    ...(files.mixPath && { mix }),
    ...(music && { music: { ...music, path: basename(music.path) } }),
  };
}

async function readStamp(path: string): Promise<{ made: unknown; files: string[] } | undefined> {
  try {
    const { made, files } = JSON.parse(await readFile(path, 'utf8'));
    return Array.isArray(files) && files.every(each => typeof each === 'string')
      ? { made, files }
      : undefined;
  } catch {
    return undefined;
  }
}

interface Result {
  readonly fileName: string;
  readonly state: 'done' | 'skipped' | 'failed';
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
      const made = await describeInputs(options);
      if (await isDone(stampPath, made)) return { fileName, state: 'skipped', note: 'already done' };
      await rm(stampPath, { force: true });
      const files = (await narrate(options, parts)).map(path => basename(path));
      const stamp = `${JSON.stringify({ made, files }, undefined, 2)}\n`;
      await writeWholeFile(stampPath, stamp, parts.signal);
      await keepFingerprint(options, parts);
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
