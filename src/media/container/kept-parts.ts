import type { Input, MetadataTags } from 'mediabunny';
import { describeList } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import {
  type Box,
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
import {
  type Element,
  elementIds,
  findNode,
  listElements,
  listNodes,
  type Node,
  readContent,
  readElement,
  toNumber,
  toText,
} from './matroska-elements.ts';
import { listMovieTracks, listSamples, readTimedText, type TrackPart } from './tracks.ts';
import type { FileBytes, VideoContainer } from './video-file.ts';

export interface Chapter {
  /** In the file's time. */
  readonly startSeconds: number;
  readonly title: string;
}

/** What a narrated video keeps of its original besides picture, sound, and what mediabunny reads of its tags. */
export interface KeptParts {
  /** Outside of its tags. */
  readonly title?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly chapters: readonly Chapter[];
  readonly xmp?: string | undefined;
  /** Contents of boxes `meta` of the movie, and what its `udta` has. */
  readonly movie?: { readonly metas: readonly Uint8Array[]; readonly userData: readonly Box[] } | undefined;
  /** Elements, whole. */
  readonly matroska?: Readonly<Record<'tags' | 'chapters' | 'attachments', readonly Node[]>> | undefined;
}

/**
 * Tags that may say what a video is about; none of a damaged one. Of Matroska only its title, as tags may come after gigabytes of
 * attachments.
 */
export async function readTitleTags(
  file: FileBytes,
  input: Pick<Input, 'getMetadataTags'>,
): Promise<Pick<MetadataTags, 'title' | 'album' | 'description' | 'comment'>> {
  try {
    let isMatroska = false;
    for await (const element of listElements(file)) {
      if (element.id === elementIds.title) return { title: toText(await readContent(file, element)) };
      isMatroska = true;
    }
    return isMatroska ? {} : await input.getMetadataTags();
  } catch {
    return {};
  }
}

/** @throws CodedError as `readMovieIndex` */
export async function readKeptParts(file: FileBytes): Promise<KeptParts> {
  return (await readMovieParts(file)) ?? (await readMatroskaParts(file));
}

/** A larger packet has no text. */
const maxXmpBytes = 2 ** 24;
const maxTitleBytes = 4096;
/** Times of `chpl` a second. */
export const listedPerSecond = 10_000_000;

/** @returns undefined for other files */
async function readMovieParts(file: FileBytes): Promise<KeptParts | undefined> {
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

/** Fonts and covers are far smaller. */
const maxPartBytes = 2 ** 26;
export const chapterTicksPerSecond = 1e9;
const { tags, chapters, attachments } = elementIds;
const parts: readonly number[] = [tags, chapters, attachments];
/** Dates are in nanoseconds since then. */
const epochMs = Date.UTC(2001, 0, 1);

export async function readMatroskaParts(file: FileBytes): Promise<KeptParts> {
  const found = new Map<number, Element>();
  const places: number[] = [];
  let segmentStart = 0;
  let title: string | undefined;
  let createdAt: Date | undefined;
  for await (const element of listElements(file)) {
    const { id, start } = element;
    if (id === elementIds.segment) segmentStart = start;
    if (parts.includes(id)) found.set(start, element);
    if (id === elementIds.title) title = toText(await readContent(file, element));
    if (id === elementIds.date) createdAt = readDate(await readContent(file, element));
    // The index of parts that come after the pictures.
    if (id === elementIds.seek) places.push(...readPlaces(listNodes(await readContent(file, element))));
  }
  for (const place of places) {
    const element = await readElement(file, segmentStart + place, file.size);
    if (element && parts.includes(element.id)) found.set(element.start, element);
  }
  const nodes: Node[] = [];
  for (const { id, start, end } of found.values())
    if (end - start <= maxPartBytes) nodes.push({ id, content: await file.read(start, end) });
  const list = (id: number) =>
    nodes.filter(node => node.id === id).flatMap(({ content }) => listNodes(content));
  const matroska = { tags: list(tags), chapters: list(chapters), attachments: list(attachments) };
  return { title, createdAt, chapters: listChapters(matroska.chapters), matroska };
}

function readPlaces(seek: readonly Node[]): number[] {
  const isOfPart = parts.includes(toNumber(findNode(seek, elementIds.seekId)));
  return isOfPart ? [toNumber(findNode(seek, elementIds.seekPosition))] : [];
}

function readDate(ticks: Uint8Array): Date {
  return new Date(epochMs + Number(BigInt.asIntN(64, toBigInt(ticks)) / 1_000_000n));
}

function toBigInt(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** Of the first edition, without those inside others. */
function listChapters(editions: readonly Node[]): Chapter[] {
  return listNodes(findNode(editions, elementIds.edition))
    .filter(({ id }) => id === elementIds.chapter)
    .map(({ content }) => {
      const fields = listNodes(content);
      const startSeconds = toNumber(findNode(fields, elementIds.chapterStart)) / chapterTicksPerSecond;
      const display = listNodes(findNode(fields, elementIds.chapterDisplay));
      return { startSeconds, title: toText(findNode(display, elementIds.chapterTitle)) };
    });
}

const omittedParts = ['captions', 'timecode', 'secondVideo', 'attachments', 'credentials'] as const;
type OmittedPart = (typeof omittedParts)[number];

/** The parts that a narrated video will lose. Captions inside the coded pictures stay. @param container of the narrated video */
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

export function describeOmittedParts(omitted: readonly OmittedPart[]): string | undefined {
  if (omitted.length === 0) return undefined;
  const parts = describeList(omitted.map(each => t(videoOutputMessages[each])));
  return t(videoOutputMessages.omitted, { parts });
}

type Found = OmittedPart | TrackPart;

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
