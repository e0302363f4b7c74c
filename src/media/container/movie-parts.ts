import {
  epochSeconds,
  extensionIds,
  findBox,
  findExtension,
  listBoxes,
  readHandler,
  readMovieIndex,
  readNumber32,
  readNumber64,
  readScale,
} from './iso-boxes.ts';
import type { Chapter, KeptParts } from './kept-parts.ts';
import { listMovieTracks } from './list-omitted-parts.ts';
import { listSamples, readTimedText } from './movie-subtitles.ts';
import type { FileBytes } from './video-file.ts';

/** A larger packet has no text. */
const maxXmpBytes = 2 ** 24;
const maxTitleBytes = 4096;
/** Times of `chpl` a second. */
export const listedPerSecond = 10_000_000;

/** Reads tags, chapters and XMP of an MP4 or MOV file as they are. @returns undefined for other files */
export async function readMovieParts(file: FileBytes): Promise<KeptParts | undefined> {
  const movie = await readMovieIndex(file);
  if (!movie) return undefined;
  const userData = listBoxes(findBox(movie, 'udta') ?? new Uint8Array());
  const ofQuickTime = userData.find(({ kind }) => kind === 'XMP_')?.content;
  const metas = listBoxes(movie).flatMap(({ kind, content }) => (kind === 'meta' ? content : []));
  const listed = readChapterList(findBox(movie, 'udta', 'chpl'));
  const tracked = await readChapterTrack(file, movie);
  return {
    createdAt: readCreation(findBox(movie, 'mvhd')),
    chapters: tracked.length > 0 ? tracked : listed,
    xmp: ofQuickTime ? new TextDecoder().decode(ofQuickTime) : await readXmp(file),
    movie: { metas, userData: userData.filter(({ kind }) => kind !== 'XMP_') },
  };
}

async function readXmp(file: FileBytes): Promise<string | undefined> {
  const found = await findExtension(file, extensionIds.xmp);
  if (!found || found.end - found.start > maxXmpBytes) return undefined;
  return new TextDecoder().decode(await file.read(found.start, found.end));
}

function readCreation(header: Uint8Array | undefined): Date | undefined {
  if (!header) return undefined;
  const seconds = header[0] === 1 ? readNumber64(header, 4) : readNumber32(header, 4);
  return seconds > epochSeconds ? new Date((seconds - epochSeconds) * 1000) : undefined;
}

/** Nero's list: after version and a count, times and titles. */
function readChapterList(list: Uint8Array | undefined): Chapter[] {
  const chapters: Chapter[] = [];
  if (!list) return chapters;
  // Version 1 has reserved bytes.
  for (let at = list[0] === 1 ? 9 : 5; at + 9 <= list.length; ) {
    const startSeconds = readNumber64(list, at) / listedPerSecond;
    const end = at + 9 + (list[at + 8] ?? 0);
    chapters.push({ startSeconds, title: new TextDecoder().decode(list.subarray(at + 9, end)) });
    at = end;
  }
  return chapters;
}

async function readChapterTrack(file: FileBytes, movie: Uint8Array): Promise<Chapter[]> {
  const header = findBox(movie, 'mvhd');
  const track = listMovieTracks(movie).find(
    // Others have pictures of the chapters.
    each => each.part === 'chapters' && readHandler(findBox(each.track, 'mdia', 'hdlr')) !== 'vide',
  )?.track;
  const chapters: Chapter[] = [];
  if (!track || !header) return chapters;
  try {
    for (const { at, bytes, startSeconds } of listSamples(track, readScale(header))) {
      const sample = await file.read(at, Math.min(at + bytes, at + maxTitleBytes, file.size));
      chapters.push({ startSeconds, title: readTimedText(sample)[0]?.join(' ') ?? '' });
    }
  } catch (error) {
    // An index that breaks off: those before stay.
    if (!(error instanceof RangeError)) throw error;
  }
  return chapters;
}
