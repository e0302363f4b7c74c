import type { MetadataTags } from 'mediabunny';
import type { Marks } from '#shared/marks/provenance.ts';
import { type PicturePause, toPausedSeconds } from '#shared/script/cues.ts';
import {
  type Box,
  encodeText,
  extensionIds,
  findBox,
  joinBytes,
  listBoxes,
  makeBox,
  number32,
  number64,
  readHandler,
  readNumber32,
} from '../container/iso-boxes.ts';
import {
  type Chapter,
  chapterTicksPerSecond,
  type KeptParts,
  listedPerSecond,
} from '../container/kept-parts.ts';
import {
  findNode,
  elementIds as ids,
  listNodes,
  makeElement,
  type Node,
  toNumber,
  toText,
} from '../container/matroska-elements.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { writeXmp } from './write-marks.ts';

/** What a narrated video says of itself: what its original said, and marks. */
export interface VideoTags {
  readonly read: MetadataTags;
  readonly kept: KeptParts;
  readonly marks: Marks | undefined;
  /** Those of the original, with ours after them; undefined without any. */
  readonly comment: string | undefined;
  readonly software: string | undefined;
  readonly sourceType: string | undefined;
  /** At their times in the new video. */
  readonly chapters: readonly Chapter[];
  /** To a time of the new video from one of the original's file, in seconds. */
  readonly toNewSeconds: (seconds: number) => number;
}

const noParts: KeptParts = { chapters: [] };

export async function collectTags(
  { track, startSeconds }: OpenVideo,
  pauses: readonly PicturePause[],
  { kept = noParts, marks }: { readonly kept?: KeptParts | undefined; readonly marks?: Marks | undefined },
): Promise<VideoTags> {
  const tags = await track.input.getMetadataTags();
  const read = kept.title ? { title: kept.title, ...tags } : tags;
  const toNewSeconds = (seconds: number) => toPausedSeconds(Math.max(0, seconds - startSeconds), pauses);
  return {
    read,
    kept,
    marks,
    comment: add(read.comment, marks?.sentence, '\n'),
    software: add(findText(read, encoderNames), marks?.software, '; '),
    sourceType: findText(read, [sourceTypeName]) ?? marks?.digitalSourceType,
    chapters: kept.chapters.map(({ startSeconds: from, title }) => ({
      startSeconds: toNewSeconds(from),
      title,
    })),
    toNewSeconds,
  };
}

const sourceTypeName = 'DigitalSourceType';
/** Of the tags that name the program, in MP4, MOV and Matroska. */
const encoderNames = ['©too', '©swr', 'ENCODER'];

function add(original: string | undefined, mark: string | undefined, separator: string): string | undefined {
  if (!mark || original?.includes(mark)) return original;
  return original ? `${original}${separator}${mark}` : mark;
}

/** @param names of tags, the first that is there counts; upper and lower case are the same */
function findText({ raw = {} }: MetadataTags, names: readonly string[]): string | undefined {
  const wanted = names.map(name => name.toUpperCase());
  const found = Object.entries(raw).find(([name]) => wanted.includes(name.toUpperCase()))?.[1];
  return typeof found === 'string' ? found : undefined;
}

/** Names that mediabunny writes itself, whatever the container calls them. */
const knownNames =
  /^(?:title|description|artist|album|album_artist|genre|bpm|comment|lyrics|(?:part|track|disc)_number|disc|encoder|digitalsourcetype)$/i;

/** The original's tags with names of its own choice. */
function listFreeTags({ raw = {} }: MetadataTags): (readonly [string, string])[] {
  return Object.entries(raw).flatMap(([name, value]) =>
    typeof value === 'string' && !knownNames.test(name) && !name.startsWith('©')
      ? [[name, value] as const]
      : [],
  );
}

/** Versions and flags of a full box. */
const noFlags = number32(0);
/** Type of an item: UTF-8. */
const textType = number32(1);
const maxListedChapters = 255;
const maxListedBytes = 255;

/** Tags that mediabunny writes into an MP4. Boxes of an MP4 or MOV are kept as they are instead. */
export function toMovieTags({ read, kept }: VideoTags): MetadataTags {
  if (kept.movie) return {};
  const { raw: _raw, images, ...tags } = read;
  const covers = images?.filter(({ mimeType }) => /^image\/(?:jpeg|png|bmp)$/.test(mimeType)) ?? [];
  return { ...tags, images: covers.map(image => ({ ...image, kind: 'coverFront' as const })) };
}

/** The boxes `meta` and `udta`: those of the original, with marks and chapters. @param moov index that mediabunny wrote */
export function composeMovieTags(moov: Uint8Array, tags: VideoTags): Uint8Array[] {
  const { kept, chapters } = tags;
  const { metas, userData } = kept.movie ?? {
    metas: [],
    userData: listBoxes(findBox(moov, 'moov', 'udta') ?? new Uint8Array()),
  };
  const isMeta = ({ kind, content }: Box, handler: string) =>
    kind === 'meta' && getHandler(content) === handler;
  const others = userData.filter(
    box => !isMeta(box, 'mdir') && !isMeta(box, 'mdta') && (box.kind !== 'chpl' || chapters.length === 0),
  );
  const list = userData.find(box => isMeta(box, 'mdir'))?.content;
  // Keys stand beside the user data, so that their items come before the list's in readers that take the last.
  const keyed = [...metas, ...userData.filter(box => isMeta(box, 'mdta')).map(({ content }) => content)];
  const user = [
    ...others.map(({ kind, content }) => makeBox(kind, content)),
    ...(chapters.length > 0 ? [composeChapterList(chapters)] : []),
    ...composeList(list, tags),
  ];
  return [...addKeys(keyed, tags), ...(user.length > 0 ? [makeBox('udta', ...user)] : [])];
}

export function composeMovieXmp({ kept: { xmp }, marks }: VideoTags): Uint8Array[] {
  const packet = marks ? writeXmp(marks, xmp) : xmp && encodeText(xmp);
  return packet ? [makeBox('uuid', extensionIds.xmp, packet)] : [];
}

/** The boxes in a `meta`, which has version and flags in MP4, and none in QuickTime. */
function listInMeta(meta: Uint8Array): Box[] {
  const isPlain = String.fromCharCode(...meta.subarray(4, 8)) === 'hdlr';
  return listBoxes(isPlain ? meta : meta.subarray(noFlags.length));
}

function getHandler(meta: Uint8Array): string {
  return readHandler(listInMeta(meta).find(({ kind }) => kind === 'hdlr')?.content);
}

/** Nero's list of chapters, which most players read. */
function composeChapterList(chapters: readonly Chapter[]): Uint8Array {
  const listed = chapters.slice(0, maxListedChapters).map(({ startSeconds, title }) => {
    const text = cutText(title);
    const start = number64(Math.round(startSeconds * listedPerSecond));
    return joinBytes([start, Uint8Array.of(text.length), text]);
  });
  return makeBox('chpl', Uint8Array.of(1, 0, 0, 0), number32(0), Uint8Array.of(listed.length), ...listed);
}

/** Whole letters of a title, as many as fit. */
function cutText(title: string): Uint8Array {
  const bytes = encodeText(title);
  let end = Math.min(bytes.length, maxListedBytes);
  // The later bytes of a letter begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** The list of iTunes, with the comment and the program's name. */
function composeList(meta: Uint8Array | undefined, { marks, comment, software }: VideoTags): Uint8Array[] {
  if (!meta && !marks) return [];
  const boxes = meta ? listInMeta(meta) : [{ kind: 'hdlr', content: composeHandler('mdir') }];
  const own = marks ? { '©cmt': comment, '©too': software } : {};
  const items = listBoxes(boxes.find(({ kind }) => kind === 'ilst')?.content ?? new Uint8Array());
  const list = makeBox(
    'ilst',
    ...items.filter(({ kind }) => !(kind in own)).map(({ kind, content }) => makeBox(kind, content)),
    ...Object.entries(own).flatMap(([kind, text]) => (text ? [makeBox(kind, composeText(text))] : [])),
  );
  const others = boxes.filter(({ kind }) => kind !== 'ilst');
  return [makeBox('meta', noFlags, ...others.map(({ kind, content }) => makeBox(kind, content)), list)];
}

/** Free keys: those of the original, and the source type. They are in QuickTime's form, the only one that all readers know here. */
function addKeys(metas: readonly Uint8Array[], { kept, read, sourceType }: VideoTags): Uint8Array[] {
  const entries = kept.movie ? [] : listFreeTags(read);
  if (sourceType && !(sourceTypeName in (read.raw ?? {}))) entries.push([sourceTypeName, sourceType]);
  const keyed = metas.find(meta => getHandler(meta) === 'mdta');
  const others = metas.filter(meta => meta !== keyed || entries.length === 0);
  const written = others.map(meta => makeBox('meta', meta));
  if (entries.length === 0) return written;
  const boxes = keyed ? listInMeta(keyed) : emptyKeys;
  return [...written, makeBox('meta', ...extendKeys(boxes, entries))];
}

const emptyKeys: readonly Box[] = [
  { kind: 'hdlr', content: composeHandler('mdta') },
  { kind: 'keys', content: number64(0) },
  { kind: 'ilst', content: new Uint8Array() },
];

/** Adds keys and their items, whose kinds are the keys' numbers from 1 on. */
function extendKeys(boxes: readonly Box[], entries: readonly (readonly [string, string])[]): Uint8Array[] {
  const keys = boxes.find(({ kind }) => kind === 'keys')?.content ?? number64(0);
  const count = readNumber32(keys, 4);
  return boxes.map(({ kind, content }) => {
    if (kind === 'keys') {
      const added = entries.map(([key]) => makeBox('mdta', encodeText(key)));
      return makeBox(kind, noFlags, number32(count + entries.length), content.subarray(8), ...added);
    }
    if (kind !== 'ilst') return makeBox(kind, content);
    const added = entries.map(([, value], index) =>
      makeBox(String.fromCharCode(...number32(count + index + 1)), composeText(value)),
    );
    return makeBox(kind, content, ...added);
  });
}

function composeText(text: string): Uint8Array {
  return makeBox('data', textType, number32(0), encodeText(text));
}

function composeHandler(handler: 'mdir' | 'mdta'): Uint8Array {
  // Readers expect this maker for the list of iTunes.
  const maker = handler === 'mdir' ? 'appl' : '\0\0\0\0';
  const letters = encodeText(handler + maker);
  return joinBytes([number64(0), letters, number64(0), Uint8Array.of(0)]);
}

/** Tags of the original's tracks, such as statistics, are not kept. */
export function composeMatroskaParts(tags: VideoTags): Uint8Array {
  const parts = [
    [ids.tags, composeTags(tags)],
    [ids.chapters, composeChapters(tags)],
    [ids.attachments, composeAttachments(tags)],
  ] as const;
  return joinBytes(parts.flatMap(([id, inner]) => (inner.length > 0 ? [makeElement(id, ...inner)] : [])));
}

function composeTags({ read, kept, marks, comment, software, sourceType }: VideoTags): Uint8Array[] {
  const own = new Map<string, string | undefined>([
    ['TITLE', kept.title && read.title],
    ['CREATION_TIME', kept.createdAt?.toISOString()],
    ...(marks
      ? ([
          ['COMMENT', comment],
          ['ENCODER', software],
          ['DIGITALSOURCETYPE', sourceType],
          ['DATE_ENCODED', marks.madeAt.replace('T', ' ').replace('Z', '')],
        ] as const)
      : []),
  ]);
  const originals =
    kept.matroska?.tags ?? listTags(read).map(each => ({ id: ids.tag, content: composeTag([each]) }));
  const named = [...own].flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return [
    ...originals.flatMap(tag => keepTag(tag, new Set(named.map(([name]) => name)))),
    ...(named.length > 0 ? [makeElement(ids.tag, composeTag(named))] : []),
  ];
}

/** Names of mediabunny's tags. */
function listTags(read: MetadataTags): (readonly [string, string])[] {
  const { title, description, artist, album, albumArtist, genre, lyrics, comment, date } = read;
  const texts = {
    TITLE: title,
    DESCRIPTION: description,
    ARTIST: artist,
    ALBUM: album,
    ALBUM_ARTIST: albumArtist,
    GENRE: genre,
    LYRICS: lyrics,
    COMMENT: comment,
    DATE: date?.toISOString().slice(0, 10),
  };
  return [
    ...Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text] as const] : [])),
    ...listFreeTags(read),
  ];
}

function composeTag(texts: readonly (readonly [string, string])[]): Uint8Array<ArrayBuffer> {
  const simple = texts.map(([name, text]) =>
    makeElement(
      ids.simpleTag,
      makeElement(ids.tagName, encodeText(name)),
      makeElement(ids.tagText, encodeText(text)),
    ),
  );
  return joinBytes([makeElement(ids.targets), ...simple]);
}

const partUids: readonly number[] = [ids.tagTrackUid, ids.tagEditionUid, ids.tagChapterUid, ids.tagFileUid];

/** @param replaced names of texts of the whole file that are written anew */
function keepTag({ content }: Node, replaced: ReadonlySet<string>): Uint8Array[] {
  const fields = listNodes(content);
  const targets = listNodes(findNode(fields, ids.targets));
  if (targets.some(({ id }) => id === ids.tagTrackUid)) return [];
  const isOfPart = targets.some(({ id }) => partUids.includes(id));
  const isReplaced = ({ id, content: inner }: Node) =>
    id === ids.simpleTag && replaced.has(toText(findNode(listNodes(inner), ids.tagName)).toUpperCase());
  const kept = fields.filter(field => isOfPart || !isReplaced(field));
  return [makeElement(ids.tag, ...kept.map(({ id, content: inner }) => makeElement(id, inner)))];
}

const chapterParents: readonly number[] = [ids.edition, ids.chapter];
const chapterTimes: readonly number[] = [ids.chapterStart, ids.chapterEnd];

/** Those of the original at their new times, or an edition of others. */
function composeChapters({ kept, chapters, toNewSeconds }: VideoTags): Uint8Array[] {
  const shift = ({ id, content }: Node): Uint8Array => {
    if (chapterParents.includes(id)) return makeElement(id, ...listNodes(content).map(shift));
    if (!chapterTimes.includes(id)) return makeElement(id, content);
    return makeElement(id, toTicks(toNewSeconds(toNumber(content) / chapterTicksPerSecond)));
  };
  if (kept.matroska) return kept.matroska.chapters.map(shift);
  if (chapters.length === 0) return [];
  const made = chapters.map(({ startSeconds, title }, index) =>
    makeElement(
      ids.chapter,
      makeElement(ids.chapterUid, number32(index + 1)),
      makeElement(ids.chapterStart, toTicks(startSeconds)),
      makeElement(
        ids.chapterDisplay,
        makeElement(ids.chapterTitle, encodeText(title)),
        makeElement(ids.chapterLanguage, encodeText('und')),
      ),
    ),
  );
  return [makeElement(ids.edition, ...made)];
}

function toTicks(seconds: number): Uint8Array {
  return number64(Math.round(seconds * chapterTicksPerSecond));
}

function composeAttachments({ kept, read }: VideoTags): Uint8Array[] {
  if (kept.matroska) return kept.matroska.attachments.map(({ id, content }) => makeElement(id, content));
  return (read.images ?? []).map(({ data, mimeType }, index) =>
    makeElement(
      ids.attachment,
      makeElement(ids.fileName, encodeText(`cover.${mimeType.replace(/^.*\//, '')}`)),
      makeElement(ids.fileType, encodeText(mimeType)),
      makeElement(ids.fileData, data),
      makeElement(ids.fileUid, number32(index + 1)),
    ),
  );
}
