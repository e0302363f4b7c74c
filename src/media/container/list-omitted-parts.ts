import { describeList } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import {
  extensionIds,
  findBox,
  findExtension,
  listBoxes,
  readHandler,
  readMovieIndex,
  readNumber32,
} from './iso-boxes.ts';
import { elementIds, findNode, listElements, listNodes, readContent, toText } from './matroska-elements.ts';
import { readMatroskaParts } from './matroska-parts.ts';
import type { FileBytes, VideoContainer } from './video-file.ts';

/** Parts of a video that a narrated video does not keep. */
const omittedParts = ['captions', 'timecode', 'secondVideo', 'attachments', 'credentials'] as const;
export type OmittedPart = (typeof omittedParts)[number];

/**
 * Lists the parts that a narrated video will lose, such as caption tracks. Captions inside the coded pictures stay.
 * Reads MP4, MOV, Matroska and WebM.
 * @param container of the narrated video
 */
export async function listOmittedParts(file: FileBytes, container: VideoContainer): Promise<OmittedPart[]> {
  const movie = await readMovieIndex(file);
  const found = movie
    ? listMovieTracks(movie).flatMap(({ part }) => part ?? [])
    : await listInMatroska(file, container);
  // A signature does not hold for a file that was changed.
  if (movie && (await findExtension(file, extensionIds.manifest))) found.push('credentials');
  const isSecond = found.filter(each => each === 'picture').length > 1;
  return omittedParts.filter(each => found.includes(each) || (each === 'secondVideo' && isSecond));
}

/** Undefined if nothing is omitted. */
export function describeOmittedParts(omitted: readonly OmittedPart[]): string | undefined {
  if (omitted.length === 0) return undefined;
  const parts = describeList(omitted.map(each => t(videoOutputMessages[each])));
  return t(videoOutputMessages.omitted, { parts });
}

type Found = OmittedPart | 'picture' | 'chapters';

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

/** The tracks of an MP4 or MOV, as the content of their boxes, and which part of the video each is. */
export function listMovieTracks(movie: Uint8Array) {
  const tracks = listBoxes(movie)
    .filter(({ kind }) => kind === 'trak')
    .map(({ content }) => content);
  const chapterTracks = new Set(tracks.flatMap(track => listNumbers(findBox(track, 'tref', 'chap'))));
  return tracks.map(track => {
    const part = handlers[readHandler(findBox(track, 'mdia', 'hdlr'))];
    const number = readTrackNumber(findBox(track, 'tkhd'));
    return { track, number, part: chapterTracks.has(number) ? 'chapters' : part };
  });
}

function listNumbers(content: Uint8Array = new Uint8Array()): number[] {
  return Array.from({ length: Math.floor(content.length / 4) }, (_, at) => readNumber32(content, 4 * at));
}

/** Version 1 has 64-bit times before it. */
function readTrackNumber(content: Uint8Array = new Uint8Array()): number {
  return listNumbers(content)[content[0] === 1 ? 5 : 3] ?? 0;
}

const trackTypes: Readonly<Record<number, Found>> = { 1: 'picture', 17: 'captions' };

async function listInMatroska(file: FileBytes, container: VideoContainer): Promise<Found[]> {
  const found: Found[] = [];
  for await (const element of listElements(file)) {
    if (element.id !== elementIds.trackType) continue;
    const part = trackTypes[(await readContent(file, element)).at(-1) ?? 0];
    if (part) found.push(part);
  }
  if (container !== 'mp4') return found;
  const { matroska } = await readMatroskaParts(file);
  // An MP4 can have pictures only.
  const isLost = matroska?.attachments.some(({ content }) => !isPicture(content));
  return isLost ? [...found, 'attachments'] : found;
}

function isPicture(attachment: Uint8Array): boolean {
  return toText(findNode(listNodes(attachment), elementIds.fileType)).startsWith('image/');
}
