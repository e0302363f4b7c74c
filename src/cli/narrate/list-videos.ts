import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { badRequest } from './bad-request.ts';

const videoEndings: readonly string[] =
  'mp4 m4v 3gp mov webm mkv ts mts m2ts avi flv wmv asf mpg mpeg vob'.split(' ');

/** File systems allow 255 bytes, including `.descriptions.vtt`. */
const maxNameBytes = 236;

export interface ListedVideo {
  readonly fileName: string;
  /** Base name of the results, without ending. */
  readonly name: string;
}

/**
 * The videos in a folder, by their endings; subfolders are left out.
 * @throws CodedError `bad_request` if there is no such folder, or no video in it
 */
export async function listVideos(folderPath: string): Promise<ListedVideo[]> {
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
