import { describeList } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { findBox, listBoxes, readMovieIndex, readNumber32 } from './iso-boxes.ts';
import { elementIds, listElements, readContent } from './matroska-elements.ts';
import type { FileBytes } from './video-file.ts';

/** Parts of a video besides picture and sound; a narrated video keeps none of them. */
const omittedParts = ['captions', 'chapters', 'timecode', 'secondVideo'] as const;
export type OmittedPart = (typeof omittedParts)[number];

/**
 * Lists the parts that a narrated video will lose, such as caption tracks and chapters. Captions inside the coded pictures stay.
 * Reads MP4, MOV, Matroska and WebM.
 */
export async function listOmittedParts(file: FileBytes): Promise<OmittedPart[]> {
  const movie = await readMovieIndex(file);
  const found = movie ? listInMovie(movie) : await Array.fromAsync(listInMatroska(file));
  const isSecond = found.filter(each => each === 'picture').length > 1;
  return omittedParts.filter(each => found.includes(each) || (each === 'secondVideo' && isSecond));
}

/** Undefined if nothing is omitted. */
export function describeOmittedParts(omitted: readonly OmittedPart[]): string | undefined {
  if (omitted.length === 0) return undefined;
  const parts = describeList(omitted.map(each => t(videoOutputMessages[each])));
  return t(videoOutputMessages.omitted, { parts });
}

type Found = OmittedPart | 'picture';

/** Track contents by handler (ISO/IEC 14496-12, QuickTime File Format). */
const handlers: Readonly<Record<string, Found>> = {
  vide: 'picture',
  sbtl: 'captions',
  subt: 'captions',
  subp: 'captions',
  text: 'captions',
  clcp: 'captions',
  tmcd: 'timecode',
};

function listInMovie(movie: Uint8Array): Found[] {
  const found = listMovieTracks(movie).flatMap(({ part }) => part ?? []);
  return findBox(movie, 'udta', 'chpl') ? [...found, 'chapters'] : found;
}

/** The tracks of an MP4 or MOV, as the content of their boxes, and which part of the video each is. */
export function listMovieTracks(movie: Uint8Array) {
  const tracks = listBoxes(movie)
    .filter(({ kind }) => kind === 'trak')
    .map(({ content }) => content);
  const chapterTracks = new Set(tracks.flatMap(track => listNumbers(findBox(track, 'tref', 'chap'))));
  return tracks.map(track => {
    const part = handlers[readHandler(findBox(track, 'mdia', 'hdlr'))];
    return { track, part: chapterTracks.has(readTrackNumber(findBox(track, 'tkhd'))) ? 'chapters' : part };
  });
}

function listNumbers(content: Uint8Array = new Uint8Array()): number[] {
  return Array.from({ length: Math.floor(content.length / 4) }, (_, at) => readNumber32(content, 4 * at));
}

function readHandler(content: Uint8Array = new Uint8Array()): string {
  return String.fromCharCode(...content.subarray(8, 12));
}

/** Version 1 has 64-bit times before it. */
function readTrackNumber(content: Uint8Array = new Uint8Array()): number {
  return listNumbers(content)[content[0] === 1 ? 5 : 3] ?? 0;
}

const trackTypes: Readonly<Record<number, Found>> = { 1: 'picture', 17: 'captions' };

async function* listInMatroska(file: FileBytes): AsyncGenerator<Found> {
  for await (const element of listElements(file)) {
    const { id } = element;
    if (id === elementIds.chapters) yield 'chapters';
    // The seek index lists elements that come after the pictures.
    if (id === elementIds.seek && namesChapters(await readContent(file, element))) yield 'chapters';
    if (id !== elementIds.trackType) continue;
    const found = trackTypes[(await readContent(file, element)).at(-1) ?? 0];
    if (found) yield found;
  }
}

function namesChapters(bytes: Uint8Array): boolean {
  return bytes.some((_, at) => at + 4 <= bytes.length && readNumber32(bytes, at) === elementIds.chapters);
}
